#!/usr/bin/env python3
"""Checks the history of a Peak site without any code of Peak's: docs/verifying.md has the format.

python3 verify.py https://peak.example [--since proof.json [--accept-new-key]] [--save proof.json]
"""
import argparse, base64, datetime, hashlib, json, os, sys, time, urllib.request
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT, FIRST_DAY, MAX_BYTES, API = "peak-ledger-1", datetime.date(2010, 7, 18), 4_000_000, "/api/public/nhci/"
SHOWN, KEY = ("date", "score", "score_smoothed", "phase_key", "btc_price_usd"), ("key_id", "x", "endorsed_by", "endorsement")
LABELS = {"FONDO": "Bottom", "ACUM": "Accumulation", "BULL": "Bull Active", "HOT": "Hot Zone", "PEAK": "Peak"}
PRIME = 2**255 - 19
SMALL = {0, 1, PRIME - 1} | {int.from_bytes(bytes.fromhex(y), "little") for y in (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}

class Fault(Exception):
    """What is wrong, in a sentence."""

def need(holds, why):
    if not holds:
        raise Fault(why)

def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()

def b64(text, size):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    need(len(data) == size and base64.urlsafe_b64encode(data).decode().rstrip("=") == text, "no canonical base64url")
    return data

def public_key(x):
    raw = b64(x, 32)  # a key of small order has no owner: anybody can sign for it
    need((int.from_bytes(raw, "little") & (2**255 - 1)) % PRIME not in SMALL, "a key is of small order")
    return Ed25519PublicKey.from_public_bytes(raw)

def signed(text, signature, x):
    try:
        return public_key(x).verify(b64(signature, 64), text.encode()) is None
    except InvalidSignature:
        return False

def chain(leaves):
    hashes = [sha(FORMAT)]
    for leaf in leaves:
        hashes.append(sha(hashes[-1] + leaf))
    return hashes  # hashes[n + 1] is the one after entry n

def check_keys(keys, hashes):
    """keys: (position, entry). From its entry on a key signs alone; the one before it vouches for it, or nobody does."""
    need(keys and keys[0][0] == 0, "the first entry is not a key")
    for i, (at, key) in enumerate(keys):
        jwk, before = compact({"crv": "Ed25519", "kty": "OKP", "x": key["x"]}), keys[i - 1] if i else (-1, {"key_id": ""})
        name = base64.urlsafe_b64encode(hashlib.sha256(jwk.encode()).digest()).decode().rstrip("=")
        need(name == key["key_id"] and name not in [k["key_id"] for _, k in keys[:i]], "a key has another name, or is there twice")
        need(public_key(key["x"]) and before[0] < at, "the keys are not in their order")
        if key["endorsed_by"] is None and key["endorsement"] is None:
            print("note   no earlier key vouches for key " + name) if i else None
            continue
        text = "%s key %s %s after %s" % (FORMAT, name, key["x"], hashes[at])
        vouched = before[1]["key_id"] == key["endorsed_by"] and signed(text, key["endorsement"] or "", before[1]["x"])
        need(vouched, "the endorsement of a key is not of the key before it")

def check_statement(at, text, signature, keys, hashes):
    """A statement about everything before position `at`, signed with the key of its time."""
    claim, key = json.loads(text), [k for p, k in keys if p < at][-1]
    true = {"format": FORMAT, "ledger": hashes[1], "position": at - 1, "hash": hashes[at],
            **{name: claim[name] for name in ("days", "revisions", "keys", "signed_at")}, "key_id": key["key_id"]}
    need(compact(true) == text and signed(text, signature, key["x"]), "a statement is not about what is before it, or not of its key")
    return claim

def check_site(site):
    proof, leaves = get(site, API + "proof"), get(site, API + "proof/leaves").split("\n")[:-1]
    need(leaves and all(len(leaf) == 64 and set(leaf) <= set("0123456789abcdef") for leaf in leaves), "a leaf is no hash")
    hashes, end = chain(leaves), len(leaves) - 1
    def placed(each, kind=None):
        need(0 <= each["position"] <= end and leaves[each["position"]] == sha(each["entry"]), "an entry is not that of its leaf")
        entry = json.loads(each["entry"])
        need(compact(entry) == each["entry"] and kind in (None, entry["kind"]), "an entry is of another form")
        return each["position"], entry
    keys = [placed(each, "key") for each in proof["keys"]]
    check_keys(keys, hashes)
    listed = get(site, "/.well-known/peak-keys.json")["keys"]
    need([{"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": k["key_id"], **{n: k[n] for n in KEY[1:]}}
          for _, k in keys] == listed, "the list of keys is not the one in the ledger")
    revisions = [placed(each, "revision") for each in proof["revisions"]]
    claim = check_statement(end + 1, proof["statement"], proof["signature"], keys, hashes)
    need((claim["keys"], claim["revisions"]) == (len(keys), len(revisions)), "a key or a revision is hidden")
    need([proof[n] for n in ("ok", "format", "ledger", "position", "hash", "key_id")] ==
         [True, FORMAT, hashes[1], end, hashes[-1], claim["key_id"]], "the proof is not what was signed")
    need(proof["keys_url"].endswith("/.well-known/peak-keys.json") and proof["leaves_url"].endswith(API + "proof/leaves")
         and proof["keys_url"].startswith("http") and proof["leaves_url"].startswith("http"), "a wrong address")
    bare = [labelled({n: v for n, v in e.items() if n not in ("kind", "sealed")}) for _, e in revisions]
    need(get(site, API + "revisions") == {"ok": True, "revisions": bare}, "the list of revisions is not the one in the ledger")
    first, known, days = end + 1 - len(proof["entries"]), {p for p, _ in keys + revisions}, []
    need(0 <= first <= end and proof["previous"] == hashes[first], "previous is another hash")
    for at, each in enumerate(proof["entries"], first):
        position, entry = placed(each)
        need(position == at and each["hash"] == hashes[at + 1], "an entry is not at its place")
        if entry["kind"] == "day":
            days.append(entry)
        elif entry["kind"] == "statement":
            check_statement(at, entry["text"], entry["signature"], keys, hashes)
        need(entry["kind"] in ("day", "statement") or at in known, "a key or a revision is hidden")
    for number, entry in enumerate(days, claim["days"] - len(days)):
        closed, row = FIRST_DAY + datetime.timedelta(number), entry["row"]
        right = row is None or row["date"] == str(closed + datetime.timedelta(1))
        need(entry["closed"] == str(closed) and right, "the entry of %s is of another day" % closed)
    rows = [labelled({n: entry["row"][n] for n in SHOWN}) for entry in days if entry["row"]]
    answer = {"ok": True, "asset": "BTC", "days": len(rows), "data": rows}
    need(rows and get(site, API + "history") == answer, "a row is not the one in the ledger, is missing, or has none there")
    print("ok     %d entries signed %s, %d rows, %d revisions, %d keys"
          % (len(leaves), claim["signed_at"], len(rows), len(revisions), len(keys)))
    return proof, hashes, keys

def labelled(row):
    return {**row, "phase": LABELS.get(row["phase_key"])}

def check_since(kept, proof, hashes, keys, accept):
    claim = json.loads(kept["statement"])
    signer = [k for k in (json.loads(each["entry"]) for each in kept["keys"]) if k["key_id"] == claim["key_id"]][0]
    need(signed(kept["statement"], kept["signature"], signer["x"]), "the kept proof is not signed")
    need([kept[n] for n in ("position", "hash", "ledger")] == [claim[n] for n in ("position", "hash", "ledger")], "it was changed")
    same = any(k["x"] == signer["x"] for _, k in keys)
    why = "the same key has signed two different histories" if same else "it is another history"
    need(hashes[1:][claim["position"]:][:1] == [claim["hash"]], "the kept proof: " + why)
    strange = [k for p, k in keys if p > claim["position"] and k["endorsed_by"] is None]
    need(accept or not strange, "another key signs now, and the former does not vouch for it (--accept-new-key)")
    print("ok     extends the kept proof of " + claim["signed_at"])

class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *asked):
        return None  # another host would speak for this one

def get(site, path):
    with urllib.request.build_opener(NoRedirect).open(site.rstrip("/") + path, timeout=20) as answer:
        body = answer.read(MAX_BYTES + 1).decode()
    need(len(body) <= MAX_BYTES, "an answer is too long")
    return body if path.endswith("leaves") else json.loads(body)

def run(asked):
    proof, hashes, keys = check_site(asked.site)
    if asked.since:
        with open(asked.since, encoding="utf-8") as file:
            check_since(json.load(file), proof, hashes, keys, asked.accept_new_key)
    if asked.save:
        with open(asked.save + ".part", "w", encoding="utf-8") as file:
            file.write(compact(proof) + "\n")
        os.replace(asked.save + ".part", asked.save)

def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("site", "--since", "--save"):
        words.add_argument(name)
    words.add_argument("--accept-new-key", action="store_true")
    asked = words.parse_args()
    for attempt in (1, 2):
        try:
            run(asked)
            return print("sound")
        except Exception as error:  # whatever a site answers, the verdict is one of two
            print("fault  " + "".join(c if c.isprintable() else "?" for c in str(error) or type(error).__name__)[:300])
            time.sleep(2 if attempt == 1 else 0)  # a day may just have been closed
    return print("not sound") or 1

if __name__ == "__main__":
    sys.exit(main())
