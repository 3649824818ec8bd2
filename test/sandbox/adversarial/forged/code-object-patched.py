# idea: the code of other functions is replaced
# problem: add
# expects: failed completed
import json


def nothing(*_, **__):
    return "{}"


json.dumps.__code__ = json.dumps.__code__.replace(co_code=json.dumps.__code__.co_code)
json.JSONDecoder.decode.__code__ = json.JSONDecoder.decode.__code__.replace(co_name="decode")


def work(a, b):
    return 0
