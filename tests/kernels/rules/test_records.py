"""Records read by name: plain Python and compiled code lay the same fields over the array."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cpsudoku.kernels.rules import records
from cpsudoku.kernels.rules.records import Cage, House, Place, Record, Sum, record_in

pytestmark = pytest.mark.interpreted
STRUCT = re.compile(r"cdef struct (\w+)Struct:\n    int ([\w, ]+)\n(?:    (\w+) (\w+)\[1\]\n)?ctypedef \1Struct\* \1\n")


def test_structs_and_classes_have_the_same_fields() -> None:
    """Every struct of records.pxd has the fields and the list of its class, in the same order; the kinds, too."""
    text = Path(records.__file__).with_name("records.pxd").read_text(encoding="utf-8")
    structs = {name: (fields.split(", "), of, items) for name, fields, of, items in STRUCT.findall(text)}
    classes = {
        name: class_ for name, class_ in vars(records).items() if isinstance(class_, type) and class_.__base__ is Record
    }
    assert structs.keys() == classes.keys()
    assert text.count("struct ") == len(structs)
    for name, (fields, of, items) in structs.items():
        class_ = classes[name]
        lists = [key for key, value in vars(class_).items() if isinstance(value, property) and key not in class_.NAMES]
        assert fields == list(class_.NAMES), name
        assert lists == ([items] if items else []), name
        if items:
            first = getattr(class_(Place(list(range(20)), 0)), items)
            assert first.at == len(fields)
            assert type(first) is (Place if of == "int" else classes[of.removesuffix("Struct")])
    kinds = re.findall(r"[A-Z]+", text.partition("enum:")[2].partition("cdef")[0])
    assert [getattr(records, kind) for kind in kinds] == list(range(16))


def test_a_record_is_read_and_written_by_name() -> None:
    """In the array itself; a list of records by number."""
    house = [records.HOUSE, 0, *House.fields(size=2, cells=[7, 8])]
    cage = [records.CAGE, 0, 5, 6, 0, 0, 1, 4]
    code = [*house, *cage]
    first, second = House(record_in(code, 0)), Cage(record_in(code, len(house)))
    assert [first.kind, first.size, first.cells[1]] == [records.HOUSE, 2, 8]
    second.links = 9
    assert [second.sets, second.number, second.links, second.combinations, second.cells[0]] == [5, 6, 9, 0, 4]
    assert code[len(house) + 4] == 9
    total = Sum(record_in([records.SUM, 0, 3, 1, 2, 10, 1, 2, 11, -1, 0], 0))
    assert [(total.terms[k].variable, total.terms[k].factor, total.terms[k].group) for k in range(2)] == [
        (10, 1, 2),
        (11, -1, 0),
    ]


def test_fields_must_be_named() -> None:
    """A field that is missing or unknown is an error where the record is written."""
    with pytest.raises(TypeError, match="cells"):
        House.fields(size=1)
    with pytest.raises(TypeError, match="places"):
        House.fields(size=1, cells=[1], places=[])
