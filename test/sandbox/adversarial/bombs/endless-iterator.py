# idea: an iterator without end
# problem: items
# expects: error timeout timeout memory-limit completed
# limits: cpuSeconds=2 memoryBytes=300000000
import itertools


def work(values):
    return (value for value in itertools.count())
