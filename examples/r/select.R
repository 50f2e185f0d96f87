# drfs from R, through the command line and its JSON.
#
# usage: Rscript examples/r/select.R [PATH_OF_THE_PROGRAM]     needs the package jsonlite
library(jsonlite)

arguments <- commandArgs(trailingOnly = TRUE)
program <- if (length(arguments) > 0) arguments[1] else "drfs"

# Writes the frame to a file, chooses, and returns what the program says as a list.
drfs_select <- function(data, target, population, budget, ...) {
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  write.csv(data, file, row.names = FALSE, na = "")
  options <- list(target = target, population = population, budget = budget, ...)
  flags <- unlist(lapply(names(options), function(name) {
    c(paste0("--", gsub("_", "-", name)), paste(options[[name]], collapse = ","))
  }))
  said <- system2(program, shQuote(c("select", file, flags, "--json", "--quiet")), stdout = TRUE)
  status <- attr(said, "status")
  if (!is.null(status)) stop("drfs ended with exit code ", status)
  fromJSON(said)
}

# Two groups of patients: blood pressure matters to both, age to one and weight to the other.
set.seed(1)
n <- 600
patients <- data.frame(
  group = rep(c("north", "south"), each = n / 2),
  pressure = rnorm(n), age = rnorm(n), weight = rnorm(n), shoe_size = rnorm(n)
)
patients$risk <- with(patients, pressure + ifelse(group == "north", age, weight) + rnorm(n) / 5)

result <- drfs_select(patients, target = "risk", population = "group", budget = 3)
print(result$selected[, c("rank", "feature")])
print(result$populations[, c("name", "rows", "risk", "risk_se")])
stopifnot(setequal(result$selected$feature, c("pressure", "age", "weight")))
