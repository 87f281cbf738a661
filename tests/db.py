"""libsqlite3 as C sees it: strict close, exact types, every error code. What the tests talk to databases with.

Python's own sqlite3 module closes with sqlite3_close_v2, which hides a statement that was left behind.
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p

lib = ctypes.CDLL("libsqlite3.so.0")

OK, BUSY, ROW, DONE = 0, 5, 100, 101
READONLY, READWRITE, CREATE, URI = 0x1, 0x2, 0x4, 0x40
INTEGER, FLOAT, TEXT, BLOB, NULL = 1, 2, 3, 4, 5
TRANSIENT = c_void_p(-1)

DBCONFIG = {
    "enable_fkey": 1002,
    "enable_trigger": 1003,
    "defensive": 1010,
    "writable_schema": 1011,
    "dqs_dml": 1013,
    "dqs_ddl": 1014,
    "enable_view": 1015,
    "trusted_schema": 1017,
}


def declare(name, result, *arguments):
    function = getattr(lib, name)
    function.restype = result
    function.argtypes = arguments
    return function


open_v2 = declare("sqlite3_open_v2", c_int, c_char_p, POINTER(c_void_p), c_int, c_char_p)
close = declare("sqlite3_close", c_int, c_void_p)
close_v2 = declare("sqlite3_close_v2", c_int, c_void_p)
errmsg = declare("sqlite3_errmsg", c_char_p, c_void_p)
extended_errcode = declare("sqlite3_extended_errcode", c_int, c_void_p)
enable_load_extension = declare("sqlite3_enable_load_extension", c_int, c_void_p, c_int)
load_extension = declare("sqlite3_load_extension", c_int, c_void_p, c_char_p, c_char_p, POINTER(c_char_p))
prepare = declare("sqlite3_prepare_v2", c_int, c_void_p, c_void_p, c_int, POINTER(c_void_p), POINTER(c_void_p))
step = declare("sqlite3_step", c_int, c_void_p)
finalize = declare("sqlite3_finalize", c_int, c_void_p)
column_count = declare("sqlite3_column_count", c_int, c_void_p)
column_name = declare("sqlite3_column_name", c_char_p, c_void_p, c_int)
column_type = declare("sqlite3_column_type", c_int, c_void_p, c_int)
column_int64 = declare("sqlite3_column_int64", c_int64, c_void_p, c_int)
column_double = declare("sqlite3_column_double", c_double, c_void_p, c_int)
column_blob = declare("sqlite3_column_blob", c_void_p, c_void_p, c_int)
column_text = declare("sqlite3_column_text", c_void_p, c_void_p, c_int)
column_bytes = declare("sqlite3_column_bytes", c_int, c_void_p, c_int)
bind_parameter_count = declare("sqlite3_bind_parameter_count", c_int, c_void_p)
bind_null = declare("sqlite3_bind_null", c_int, c_void_p, c_int)
bind_int64 = declare("sqlite3_bind_int64", c_int, c_void_p, c_int, c_int64)
bind_double = declare("sqlite3_bind_double", c_int, c_void_p, c_int, c_double)
bind_text = declare("sqlite3_bind_text", c_int, c_void_p, c_int, c_char_p, c_int, c_void_p)
bind_blob = declare("sqlite3_bind_blob", c_int, c_void_p, c_int, c_char_p, c_int, c_void_p)
get_autocommit = declare("sqlite3_get_autocommit", c_int, c_void_p)
interrupt = declare("sqlite3_interrupt", None, c_void_p)
db_status = declare("sqlite3_db_status", c_int, c_void_p, c_int, POINTER(c_int), POINTER(c_int), c_int)
free = declare("sqlite3_free", None, c_void_p)
limit = declare("sqlite3_limit", c_int, c_void_p, c_int, c_int)
memory_used = declare("sqlite3_memory_used", c_int64)
db_config = lib.sqlite3_db_config  # takes varying arguments: each call gives their types


class SqlError(Exception):
    """A failed call: the message, and the extended result code as .code."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


class Db:
    """One connection. Text comes and goes as str; bytes that are not UTF-8 survive as surrogates."""

    def __init__(self, path, so=None, flags=READWRITE | CREATE):
        self.handle = c_void_p()
        rc = open_v2(str(path).encode(), byref(self.handle), flags, None)
        if rc != OK:
            error = self.error()
            close_v2(self.handle)
            raise error
        if so:
            try:
                self.load(so)
            except SqlError:
                self.close()
                raise

    def error(self):
        return SqlError(errmsg(self.handle).decode("utf-8", "replace"), extended_errcode(self.handle))

    def load(self, so):
        why = c_char_p()
        enable_load_extension(self.handle, 1)
        rc = load_extension(self.handle, str(so).encode(), None, byref(why))
        enable_load_extension(self.handle, 0)
        if rc != OK:
            message = (why.value or b"it does not load").decode("utf-8", "replace")
            free(why)
            raise SqlError(message, rc)

    def config(self, name, on):
        db_config(self.handle, c_int(DBCONFIG[name]), c_int(int(on)), c_void_p())

    def rows(self, sql, *values):
        """Runs every statement of sql (the values bind the first that takes any) and returns all rows, as tuples."""
        return [row for row in self.each(sql, *values)]

    def one(self, sql, *values):
        """The first column of the first row; None if there is none."""
        rows = self.rows(sql, *values)
        return rows[0][0] if rows else None

    def each(self, sql, *values):
        text = ctypes.create_string_buffer(sql.encode("utf-8", "surrogateescape"))
        start = ctypes.addressof(text)
        at, end = start, start + len(text) - 1
        while at < end:
            statement, tail = c_void_p(), c_void_p()
            if prepare(self.handle, at, end - at + 1, byref(statement), byref(tail)) != OK:
                raise self.error()
            at = tail.value
            if not statement:
                continue
            try:
                if values and bind_parameter_count(statement):
                    bind(statement, values)
                    values = ()
                yield from self.steps(statement)
            finally:
                finalize(statement)

    def steps(self, statement):
        while (rc := step(statement)) == ROW:
            yield tuple(column(statement, i) for i in range(column_count(statement)))
        if rc != DONE:
            raise self.error()

    def autocommit(self):
        return bool(get_autocommit(self.handle))

    def status(self, op, reset=False):
        """sqlite3_db_status: (current, highest)."""
        current, highest = c_int(), c_int()
        db_status(self.handle, op, byref(current), byref(highest), int(reset))
        return current.value, highest.value

    def close(self):
        """sqlite3_close: fails if anything of the connection is still in use, and then lets go of it all the same."""
        handle, self.handle = self.handle, c_void_p()
        rc = close(handle)
        if rc != OK:
            error = SqlError(errmsg(handle).decode("utf-8", "replace"), rc)
            close_v2(handle)
            raise error


def bind(statement, values):
    for i, value in enumerate(values, 1):
        if value is None:
            bind_null(statement, i)
        elif isinstance(value, int):
            bind_int64(statement, i, value)
        elif isinstance(value, float):
            bind_double(statement, i, value)
        elif isinstance(value, str):
            data = value.encode("utf-8", "surrogateescape")
            bind_text(statement, i, data, len(data), TRANSIENT)
        else:
            bind_blob(statement, i, bytes(value), len(value), TRANSIENT)


def column(statement, i):
    kind = column_type(statement, i)
    if kind == NULL:
        return None
    if kind == INTEGER:
        return column_int64(statement, i)
    if kind == FLOAT:
        return column_double(statement, i)
    start = (column_blob if kind == BLOB else column_text)(statement, i)  # text in UTF-8, whatever the file's own is
    data = ctypes.string_at(start, column_bytes(statement, i)) if start else b""
    return data if kind == BLOB else data.decode("utf-8", "surrogateescape")
