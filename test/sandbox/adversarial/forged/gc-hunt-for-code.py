# idea: the collector's objects are searched for the tests' code
# problem: secret
# expects: error completed
import gc
import types


def constants(code):
    for value in code.co_consts:
        yield value
        if isinstance(value, types.CodeType):
            yield from constants(value)


def work(number):
    gc.collect()
    for found in gc.get_objects():
        if isinstance(found, types.FunctionType):
            for value in constants(found.__code__):
                if isinstance(value, str) and value.startswith("sesame") and len(value) > 12:
                    return value
    raise LookupError("nothing found")
