# idea: a question to a person
# problem: add
# expects: error completed
def work(a, b):
    return int(input("how much? "))
