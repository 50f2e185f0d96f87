"""Whether a JSON value has the shape that was promised.

A shape is a type (str, int, float, bool), a constant, a list of one shape (any number of such
values), a dictionary of shapes, a function that says yes or no, or `maybe(shape)`, which may be
null. A field whose name ends in "?" may be missing. Fields that no shape names are faults: what
the program prints has to be promised here, so that it cannot vanish later without a red test.
"""


class Maybe:
    def __init__(self, shape):
        self.shape = shape


def maybe(shape):
    return Maybe(shape)


def faults(value, shape, place="$"):
    """A line for everything that is not as promised."""
    if isinstance(shape, Maybe):
        return [] if value is None else faults(value, shape.shape, place)
    if isinstance(shape, dict):
        return dictionary_faults(value, shape, place)
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{place} is no list: {value!r}"]
        return [fault for i, item in enumerate(value)
                for fault in faults(item, shape[0], f"{place}[{i}]")]
    if shape is float:
        right = isinstance(value, (int, float)) and not isinstance(value, bool)
    elif isinstance(shape, type):
        right = type(value) is shape
    elif callable(shape):
        right = shape(value)
    else:
        right = value == shape
    return [] if right else [f"{place} is {value!r}, not {getattr(shape, '__name__', shape)!r}"]


def dictionary_faults(value, shape, place):
    if not isinstance(value, dict):
        return [f"{place} is no object: {value!r}"]
    out, known = [], set()
    for name, inner in shape.items():
        field = name.removesuffix("?")
        known.add(field)
        if field in value:
            out += faults(value[field], inner, f"{place}.{field}")
        elif field == name:
            out.append(f"{place}.{field} is missing")
    out += [f"{place}.{field} is promised nowhere" for field in value if field not in known]
    return out
