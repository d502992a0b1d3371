"""Workbooks for tests, as spreadsheets save them: the parts that a reader looks at."""

from collections.abc import Sequence
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
DAYS_BEFORE = 2  # 1899-12-30 is day 0 of a spreadsheet
OFFICE = "urn:oasis:names:tc:opendocument:xmlns"

Cell = str | int | float | tuple[str, str]  # or a kind, "day" or "formula", and what it is


def packed(**parts: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def xlsx(*sheets: Sequence[Sequence[Cell]]) -> bytes:
    """Return a workbook with these sheets, called S1, S2 and so on."""
    numbers = range(1, len(sheets) + 1)
    names = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    targets = "".join(
        f'<Relationship Id="rId{n}" Type="{RELATIONS}/worksheet" Target="worksheets/s{n}.xml"/>'
        for n in numbers
    )
    styles = (
        f'<styleSheet xmlns="{MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
        '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
    )
    return packed(
        **{
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r"'
            f' Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}">'
            f"<sheets>{names}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
            f"{targets}"
            f'<Relationship Id="st" Type="{RELATIONS}/styles" Target="styles.xml"/>'
            "</Relationships>",
            "xl/styles.xml": styles,
            **{f"xl/worksheets/s{n}.xml": sheet_xml(sheets[n - 1]) for n in numbers},
        }
    )


def sheet_xml(rows: Sequence[Sequence[Cell]]) -> str:
    lines = "".join(
        f'<row r="{number}">'
        + "".join(_cell(f"{chr(65 + at)}{number}", cell) for at, cell in enumerate(row))
        + "</row>"
        for number, row in enumerate(rows, 1)
    )
    return f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'


def _cell(place: str, cell: Cell) -> str:
    match cell:
        case ("day", number):
            return f'<c r="{place}" s="1"><v>{number}</v></c>'
        case ("formula", value):
            return f'<c r="{place}"><f>SUM(A1:A2)</f><v>{value}</v></c>'
        case "":
            return ""
        case str():
            text = escape(cell)
            return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'
    return f'<c r="{place}"><v>{cell}</v></c>'


def ods(rows: Sequence[Sequence[Cell]]) -> bytes:
    lines = "".join(
        "<table:table-row>" + "".join(map(_ods_cell, row)) + "</table:table-row>" for row in rows
    )
    names = " ".join(
        f'xmlns:{name}="{OFFICE}:{name}:1.0"' for name in ("office", "table", "text", "style")
    )
    content = (
        f"<office:document-content {names}><office:body><office:spreadsheet>"
        f'<table:table table:name="S1">{lines}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{OFFICE}:manifest:1.0"><manifest:file-entry'
        ' manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    parts = {"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content}
    return packed(**parts)


def _ods_cell(cell: Cell) -> str:
    match cell:
        case ("day", day):
            return (
                f'<table:table-cell office:value-type="date" office:date-value="{day}">'
                f"<text:p>{day}</text:p></table:table-cell>"
            )
        case str():
            kind = ' office:value-type="string"' if cell else ""
            text = f"<text:p>{escape(cell)}</text:p>" if cell else ""
            return f"<table:table-cell{kind}>{text}</table:table-cell>"
    return (
        f'<table:table-cell office:value-type="float" office:value="{cell}">'
        f"<text:p>{cell}</text:p></table:table-cell>"
    )
