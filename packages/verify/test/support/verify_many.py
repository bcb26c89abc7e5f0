"""Runs docs/verify.py on sites, one per line of standard input as JSON, and prints the exit code and findings of each.

python3 verify_many.py docs/verify.py
"""
import importlib.util, json, sys

spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)

for line in sys.stdin:
    asked = json.loads(line)
    try:
        kept = verify.read_kept(asked["kept"]) if asked["kept"] is not None else None
    except (verify.Fault, ValueError) as error:
        print(json.dumps([2, str(error)]), flush=True)
        continue
    code, lines, *_ = verify.examine(asked["texts"].__getitem__, asked["site"], kept, asked["accept"])
    print(json.dumps([code, " | ".join(lines)]), flush=True)
