# idea: capabilities, or a way to get new ones
# problem: nothing
# expects: passed completed
def work():
    with open("/proc/self/status") as status:
        fields = dict(line.split(":\t", 1) for line in status if ":\t" in line)
    held = [name for name in ("CapEff", "CapPrm", "CapInh", "CapBnd", "CapAmb") if int(fields[name], 16)]
    return held + ([] if fields["NoNewPrivs"].strip() == "1" else ["NoNewPrivs"])
