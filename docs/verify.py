#!/usr/bin/env python3
"""Checks the history of a Peak site without any code of Peak's: docs/verifying.md has the format.

python3 verify.py https://peak.example [--since proof.json [--accept-new-key]] [--save proof.json]
"""
import argparse, base64, datetime, hashlib, json, re, sys, time, urllib.request
from pathlib import Path
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT, API, KEYS = "peak-ledger-1", "/api/public/nhci/", "/.well-known/peak-keys.json"
FIRST_DAY, MAX_BYTES = datetime.date(2010, 7, 18), 4_000_000
SHOWN = ("date", "score", "score_smoothed", "phase_key", "btc_price_usd")
LABELS = {"FONDO": "Bottom", "ACUM": "Accumulation", "BULL": "Bull Active", "HOT": "Hot Zone", "PEAK": "Peak"}
PRIME = 2**255 - 19
SMALL = {0, 1, PRIME - 1} | {int.from_bytes(bytes.fromhex(y), "little") for y in (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}

def need(holds, why):
    if not holds:
        raise ValueError(why)

def labelled(row):
    return {**row, "phase": LABELS.get(row["phase_key"])}

def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()

def b64(text, size):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    need(len(data) == size and base64.urlsafe_b64encode(data).decode().rstrip("=") == text, "no canonical base64url")
    return data

def signed(text, signature, x):
    raw = b64(x, 32)  # a key of small order has no owner: anybody can sign for it
    need((int.from_bytes(raw, "little") & (2**255 - 1)) % PRIME not in SMALL, "a key is of small order")
    try:
        return Ed25519PublicKey.from_public_bytes(raw).verify(b64(signature, 64), text.encode()) is None
    except InvalidSignature:
        return False

class Ledger:
    """Reads entries in their order; of days and statements that are not shown, only the leaves are known."""
    def __init__(self, hidden_days):
        self.hashes, self.days = [sha(FORMAT)], hidden_days  # hashes[n + 1] is the one after entry n
        self.keys, self.revisions, self.rows = [], [], []

    def add(self, leaf, text):
        if text is not None:
            entry = json.loads(text)
            need(sha(text) == leaf and compact(entry) == text, "an entry is not that of its leaf")
            getattr(self, "add_" + entry["kind"])(entry)
        need(self.keys, "the first entry is not a key")
        self.hashes.append(sha(self.hashes[-1] + leaf))

    def add_key(self, key):
        """From its entry on a key signs alone; the one before it vouches for it, or nobody does."""
        jwk = compact({"crv": "Ed25519", "kty": "OKP", "x": key["x"]})
        name = base64.urlsafe_b64encode(hashlib.sha256(jwk.encode()).digest()).decode().rstrip("=")
        known = [each["key_id"] for _, each in self.keys]
        need(name == key["key_id"] and name not in known, "a key has another name, or is there twice")
        if key["endorsed_by"] is not None or key["endorsement"] is not None:
            text = "%s key %s %s after %s" % (FORMAT, name, key["x"], self.hashes[-1])
            vouched = known[-1:] == [key["endorsed_by"]] and signed(text, key["endorsement"], self.keys[-1][1]["x"])
            need(vouched, "the endorsement of a key is not of the key before it")
        self.keys.append((len(self.hashes) - 1, key))

    def add_day(self, entry):
        closed, row = FIRST_DAY + datetime.timedelta(self.days), entry["row"]
        need(entry["closed"] == str(closed), "the entry of %s is of another day" % closed)
        self.days += 1
        need(not row or row["date"] == str(closed + datetime.timedelta(1)), "the row of %s is of another day" % closed)
        self.rows += [labelled({name: row[name] for name in SHOWN})] if row else []

    def add_revision(self, entry):
        need(entry["number"] == len(self.revisions) + 1, "a revision is missing")
        self.revisions.append(labelled({name: entry[name] for name in entry if name not in ("kind", "sealed")}))

    def add_statement(self, entry):
        """A statement about everything so far, signed with the newest key."""
        text, signature = entry["text"], entry["signature"]
        key, counts = self.keys[-1][1], {"days": self.days, "revisions": len(self.revisions), "keys": len(self.keys)}
        head = {"ledger": self.hashes[1], "position": len(self.hashes) - 2, "hash": self.hashes[-1]}
        by = {"signed_at": json.loads(text)["signed_at"], "key_id": key["key_id"]}
        need(compact({"format": FORMAT, **head, **counts, **by}) == text, "a statement is not about what is before it")
        need(signed(text, signature, key["x"]), "a signature is not of the newest key")
        return {"ok": True, "format": FORMAT, **head, "key_id": key["key_id"]}

def check_site(site):
    proof, leaves = get(site, API + "proof"), get(site, API + "proof/leaves").split("\n")[:-1]
    need(all(len(leaf) == 64 and set(leaf) <= set("0123456789abcdef") for leaf in leaves), "a leaf is no hash")
    shown = {each["position"]: each["entry"] for name in ("keys", "revisions", "entries") for each in proof[name]}
    days = sum(json.loads(each["entry"])["kind"] == "day" for each in proof["entries"])
    ledger = Ledger(json.loads(proof["statement"])["days"] - days)
    for at, leaf in enumerate(leaves):
        ledger.add(leaf, shown.get(at))
    head = ledger.add_statement({"text": proof["statement"], "signature": proof["signature"]})
    need(all(proof[name] == head[name] for name in head), "the proof is not what was signed")
    first = len(leaves) - len(proof["entries"])
    places = [(each["position"], each["hash"]) for each in proof["entries"]]
    at_place = places == list(enumerate(ledger.hashes[1:]))[first:]
    need(at_place and proof["previous"] == ledger.hashes[first], "an entry is not at its place")
    addresses = proof["keys_url"] + " " + proof["leaves_url"]
    need(re.fullmatch("https?://[^ ]+%s https?://[^ ]+%sproof/leaves" % (KEYS, API), addresses), "a wrong address")
    keys = [{"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": key["key_id"],
             **{name: key[name] for name in ("x", "endorsed_by", "endorsement")}} for _, key in ledger.keys]
    need(get(site, KEYS) == {"keys": keys}, "the list of keys is not the one in the ledger")
    rows, revisions = ledger.rows, ledger.revisions
    need(get(site, API + "revisions") == {"ok": True, "revisions": revisions}, "a revision is not in the ledger")
    answer = {"ok": True, "asset": "BTC", "days": len(rows), "data": rows}
    need(rows and get(site, API + "history") == answer, "a row is not in the ledger, or one is missing")
    print("ok     %d entries, %d rows, %d revisions, %d keys" % tuple(map(len, (leaves, rows, revisions, keys))))
    return proof, ledger

def check_since(kept, ledger, accept):
    claim = json.loads(kept["statement"])
    signer = [k for k in (json.loads(each["entry"]) for each in kept["keys"]) if k["key_id"] == claim["key_id"]][0]
    need(signed(kept["statement"], kept["signature"], signer["x"]), "the kept proof is not signed")
    need(all(kept[name] == claim[name] for name in ("position", "hash", "ledger")), "the kept proof was changed")
    who = "the same key" if signer["x"] in [key["x"] for _, key in ledger.keys] else "another key"
    need(ledger.hashes[1:][claim["position"]:][:1] == [claim["hash"]], who + " has signed another history")
    strange = [key for at, key in ledger.keys if at > claim["position"] and key["endorsed_by"] is None]
    need(accept or not strange, "another key signs now, and the former does not vouch for it (--accept-new-key)")
    print("ok     extends the kept proof of " + claim["signed_at"])

def get(site, path):
    url = site.rstrip("/") + path
    with urllib.request.urlopen(url, timeout=20) as answer:
        body = answer.read(MAX_BYTES + 1).decode()
        need(answer.url == url and len(body) <= MAX_BYTES, "an answer is too long, or of another address")
    return body if path.endswith("leaves") else json.loads(body)

def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("site", "--since", "--save"):
        words.add_argument(name, type=str if name == "site" else Path)
    words.add_argument("--accept-new-key", action="store_true")
    asked = words.parse_args()
    for wait in (2, 0):  # a day may just have been closed
        try:
            proof, ledger = check_site(asked.site)
            if asked.since:
                check_since(json.loads(asked.since.read_text()), ledger, asked.accept_new_key)
            if asked.save:
                asked.save.write_text(compact(proof) + "\n")
            return print("sound")
        except Exception as error:  # whatever a site answers, the verdict is one of two
            print("fault  " + "".join(c if c.isprintable() else "?" for c in repr(error))[:300])
            time.sleep(wait)
    return print("not sound") or 1

sys.exit(main())
