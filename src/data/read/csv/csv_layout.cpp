#include "data/read/csv/csv_layout.hpp"

#include "data/utf8.hpp"

namespace drfs {

void CsvLayout::index_slots() {
  number_slots = category_slots = 0;
  for (auto& slot : slots) slot.index = slot.category ? category_slots++ : number_slots++;
}

void NotedToken::note(std::size_t at_line, std::string_view token) {
  if (line == 0) *this = {at_line, shown(token)};
}

void ColumnNotes::append(const ColumnNotes& later) {
  missing += later.missing;
  texts += later.texts;
  for (const auto member : {&ColumnNotes::first_text, &ColumnNotes::first_infinite,
                            &ColumnNotes::first_rounded, &ColumnNotes::first_not_utf8})
    if ((this->*member).line == 0) this->*member = later.*member;
}

bool ColumnNotes::mostly_text(std::size_t rows) const {
  return texts > 0 && texts * 2 >= rows - missing;
}

}  // namespace drfs
