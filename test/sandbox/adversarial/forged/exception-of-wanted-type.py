# idea: an exception whose class says it is the wanted one
# problem: raises
# expects: error completed
class Meta(type):
    def __instancecheck__(cls, instance):
        return True

    def __subclasscheck__(cls, subclass):
        return True


class Pretender(Exception, metaclass=Meta):
    __class__ = ValueError


def work(value):
    raise Pretender("negative")
