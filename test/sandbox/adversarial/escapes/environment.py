# idea: secrets in the variables of the toolkit
# problem: nothing
# expects: passed completed
import os

KNOWN = ("TOKEN", "KEY", "SECRET", "PASSWORD", "CODERGEN", "NODE", "npm", "SSH")


def work():
    return [name for name in os.environ if any(part in name for part in KNOWN) and not name.startswith("TOKENIZERS")]
