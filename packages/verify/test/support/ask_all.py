"""Fetches every given address with docs/verify.py's own reader, all at once, and prints how each request ended.

python3 ask_all.py docs/verify.py http://127.0.0.1:1/0 ...
"""
import concurrent.futures, importlib.util, json, os, sys, time

spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)

verify.MAX_BYTES = 100_000  # as ask-all.ts

# Long enough that, even on a busy machine, only a response that never ends reaches it.
verify.MAX_SECONDS = 30
get = verify.get_from("", time.monotonic() + 30)

def ending(address):
    try:
        return {"status": 200, "text": get(address)[:100]}
    except verify.Unchecked as error:
        return {"fault": "unchecked", "why": str(error)}

with concurrent.futures.ThreadPoolExecutor(len(sys.argv)) as pool:
    for ended in pool.map(ending, sys.argv[2:]):
        print(json.dumps(ended))
print('"alive"', flush=True)
os._exit(0)  # its threads may still be reading
