#!/usr/bin/env python3
"""Checks the history of a Peak site without any code of Peak's: docs/verifying.md has the format and the rules.

python3 verify.py https://peak.example [--since proof.json [--accept-new-key]] [--save proof.json] [--timeout 60]

Exit codes: 0 sound, 1 not sound, 2 wrong usage or file, 3 could not be checked: try again.
"""
import argparse, base64, datetime, decimal, hashlib, http.client, json, math, os, re, sys, tempfile, threading, time
import urllib.error, urllib.parse, urllib.request, zlib
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FORMAT, API, KEYS = "peak-ledger-1", "/api/public/nhci/", "/.well-known/peak-keys.json"
FIRST_DAY, SHOWN_DAYS = datetime.date(2010, 7, 18), 30
MAX_BYTES, MAX_SECONDS, MAX_DEPTH, MAX_INTERIM = 4_000_000, 20, 50, 20  # of each document
LABELS = {"FONDO": "Bottom", "ACUM": "Accumulation", "BULL": "Bull Active", "HOT": "Hot Zone", "PEAK": "Peak"}
SHOWN = ("date", "score", "score_smoothed", "phase_key", "btc_price_usd")
PRIME = 2**255 - 19
SMALL = {0, 1, PRIME - 1} | {int.from_bytes(bytes.fromhex(y), "little") for y in (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")}


class Fault(Exception):
    """A rule is broken: the site is not sound."""


class Unchecked(Exception):
    """There was nothing to check. Torn documents, from different moments, are worth a retry."""
    def __init__(self, why, torn=False):
        super().__init__(why)
        self.torn = torn


class Refused(Exception):
    """A file of the user cannot be used."""


def need(holds, why):
    if not holds:
        raise Fault(why)


# JSON, read and written as JavaScript does.

def whole(text):
    return int(text) if len(text) < 16 else integral(float(text))  # JavaScript has no larger integers

def integral(value):
    return int(value) if value.is_integer() and abs(value) <= 2**53 else value

def no_constant(name):
    raise ValueError(name + " is not JSON")

def parse(text):
    """Raises ValueError unless the text is JSON, and Fault for JSON with a duplicate member or nested too deeply."""
    now, depth, in_string, twice = 0, 0, False, []
    closed = re.match(r"[ \t\n\r]*[\[{]", text) is not None
    for mark in map(re.Match.group, re.finditer(r'\\.|["\[\]{}]', text, re.DOTALL)):  # in one pass for any text
        if mark == '"':
            in_string = not in_string
        elif not in_string and len(mark) == 1:
            now += 1 if mark in "[{" else -1
            depth, closed = max(depth, now), closed and now >= 0
    if depth > MAX_DEPTH:
        need(not closed or now or in_string, "a document is nested too deeply")
        raise ValueError("it is not JSON")

    def members(pairs):
        if len({name for name, _ in pairs}) != len(pairs):
            twice.append(pairs)
        return dict(pairs)
    value = json.loads(text, parse_int=whole, parse_float=lambda each: integral(float(each)),
                       parse_constant=no_constant, object_pairs_hook=members)
    need(not twice, "a document has a duplicate member")
    return value

def inner(text):
    """JSON within a document."""
    try:
        return parse(text)
    except ValueError:
        raise Fault("a text is not JSON") from None

def number_text(value):
    """The shortest decimal, in the notation of JavaScript."""
    if isinstance(value, int):
        return str(value)
    need(math.isfinite(value), "a number is too large")
    sign, digits, exponent = decimal.Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits)).rstrip("0") or "0"
    point = len(digits) + exponent
    if 0 < point <= 21:
        text = text.ljust(point, "0")
        text = text[:point] + ("." + text[point:] if text[point:] else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        text = text[0] + ("." + text[1:] if text[1:] else "") + "e%+d" % (point - 1)
    return "-" * sign + text

def compact(value):
    if isinstance(value, dict):
        return "{" + ",".join(compact(name) + ":" + compact(each) for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return number_text(value)

def same(one, other):
    """Equal values: neither 1 and true nor 1 and "1" are."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other


# Shapes of values.

def is_text(value):
    return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)

def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)

def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53

def matching(pattern):
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None

def or_null(shape):
    return lambda value: value is None or shape(value)

def exactly(shapes):
    """An object with just these members, in this order."""
    return lambda value: (isinstance(value, dict) and list(value) == list(shapes)
                          and all(shape(value[name]) for name, shape in shapes.items()))

is_hash = matching("[0-9a-f]{64}")

def is_moment(value):
    """A real moment, in its only valid form."""
    if not matching(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")(value):
        return False
    try:
        return datetime.datetime.fromisoformat(value[:-1]).isoformat(timespec="milliseconds") + "Z" == value
    except ValueError:
        return False

def is_date(value):
    return isinstance(value, str) and is_moment(value + "T00:00:00.000Z")

ROW = {"date": is_date, "score": is_number, "score_smoothed": is_number, "phase_key": is_text,
       "btc_price_usd": is_number, "signal": is_text, "settled_phase": is_text,
       "crypto": or_null(exactly({"score": is_number, "phase_key": is_text})),
       "computed_at": is_moment, "model_version": is_text, "origin": is_text}
ENTRIES = {
    "key": {"key_id": is_text, "x": is_text, "added_at": is_moment,
            "endorsed_by": or_null(is_text), "endorsement": or_null(is_text)},
    "day": {"closed": is_date, "descent_guard": or_null(is_text), "top_risk": or_null(is_text),
            "row": or_null(exactly(ROW))},
    "revision": {"number": is_count, "date": is_date, "revised_at": is_moment, "reason": is_text,
                 "score": is_number, "score_smoothed": is_number, "phase_key": is_text, "btc_price_usd": is_number},
    "statement": {"text": is_text, "signature": is_text},
}

def read_entry(text):
    """An entry in its canonical form."""
    entry = inner(text)
    kind = entry.get("kind") if isinstance(entry, dict) else None
    need(isinstance(kind, str) and kind in ENTRIES, "the kind of an entry is unknown")
    shape = exactly({"kind": is_text, **ENTRIES[kind], "sealed": is_hash})
    need(shape(entry) and compact(entry) == text, "an entry is not in the canonical form")
    return entry

CLAIM = {"ledger": is_hash, "position": is_count, "hash": is_hash, "days": is_count,
         "signed_at": is_text, "key_id": is_text}

def picked(value, shapes):
    """An object with at least these members."""
    need(isinstance(value, dict), "an object is missing")
    for name, shape in shapes.items():
        need(name in value and shape(value[name]), "%s is missing or has an unexpected shape" % name)
    return value

def read_claim(text):
    return picked(inner(text), CLAIM)

def placed(value):
    """A list of entries with their positions."""
    need(isinstance(value, list), "a list is missing")
    return [picked(each, {"position": is_count, "entry": is_text}) for each in value]

def labelled(row):
    need(row["phase_key"] in LABELS, "a phase is unknown")
    return {**row, "phase": LABELS[row["phase_key"]]}


# Hashes and signatures.

def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()

def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")

def bytes_of(text, size):
    """The bytes of canonical base64url, or None."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    return data if len(data) == size and b64(data) == text else None

def key_of(x):
    """A key of small order protects nothing: anybody can sign for it."""
    raw = bytes_of(x, 32)
    if raw is None or (int.from_bytes(raw, "little") & (2**255 - 1)) % PRIME in SMALL:
        return None
    try:
        return Ed25519PublicKey.from_public_bytes(raw)
    except ValueError:
        return None

def signed(text, signature, x):
    key, raw = key_of(x), bytes_of(signature, 64)
    if key is None or raw is None:
        return False
    try:
        return key.verify(raw, text.encode()) is None
    except InvalidSignature:
        return False

def key_id_of(x):
    return b64(hashlib.sha256(compact({"crv": "Ed25519", "kty": "OKP", "x": x}).encode()).digest())

def statement_leaf(text, signature):
    """The leaf of the entry that a statement becomes in the ledger."""
    shown = {"kind": "statement", "text": text, "signature": signature}
    return sha(compact({**shown, "sealed": sha(compact({"public": shown, "private": {}}))}))


class Ledger:
    """Reads entries in order; days and statements that are not shown are known only by their leaves."""
    def __init__(self, hidden_days):
        self.hashes, self.days = [sha(FORMAT)], hidden_days  # hashes[n + 1] is the one after entry n
        self.keys, self.revisions, self.rows, self.statements = [], [], [], []
        self.signed_at, self.newest, self.tail = "", ("", ""), []

    def add(self, leaf, text):
        at = len(self.hashes) - 1
        if text is None:
            self.tail, self.rows = [], []
        else:
            need(sha(text) == leaf, "an entry does not match its leaf")
            entry = read_entry(text)
            getattr(self, "add_" + entry["kind"])(entry, {"position": at, "entry": text})
        need(self.keys, "the first entry is not a key")
        self.hashes.append(sha(self.hashes[-1] + leaf))
        if text is not None:
            self.tail.append({"position": at, "entry": text, "hash": self.hashes[-1], "kind": entry["kind"]})
            if entry["kind"] == "day":
                days = [at for at, each in enumerate(self.tail) if each["kind"] == "day"][-SHOWN_DAYS:]
                self.tail = self.tail[days[0] if len(days) == SHOWN_DAYS else 0:]

    def add_key(self, key, place):
        """From its entry on, only this key signs; the previous key vouches for it, or none does."""
        name, x = key["key_id"], key["x"]
        known = [each["key_id"] for _, each in self.keys]
        need(key_id_of(x) == name and key_of(x) and name not in known, "a key is unusable, misnamed or a duplicate")
        by, endorsement = key["endorsed_by"], key["endorsement"]
        if by is not None or endorsement is not None:
            text = "%s key %s %s after %s" % (FORMAT, name, x, self.hashes[-1])
            vouched = None not in (by, endorsement) and known[-1:] == [by]
            holds = vouched and signed(text, endorsement, self.keys[-1][1]["x"])
            need(holds, "an endorsement is not by the previous key")
        self.keys.append((place, key))

    def add_day(self, entry, _):
        closed, row = FIRST_DAY + datetime.timedelta(self.days), entry["row"]
        need(entry["closed"] == str(closed), "the entry for %s is for another day" % closed)
        following = str(closed + datetime.timedelta(1))
        need(row is None or row["date"] == following, "the row for %s is for another day" % following)
        self.days += 1
        self.rows.append(row)

    def add_revision(self, entry, place):
        need(entry["number"] == len(self.revisions) + 1, "a revision is missing")
        shown = {name: entry[name] for name in entry if name not in ("kind", "sealed")}
        self.revisions.append((place, shown))

    def add_statement(self, entry, _=None):
        """A statement about everything so far, signed with the newest key."""
        text, signature = entry["text"], entry["signature"]
        need(self.keys, "the first entry is not a key")
        at, key = picked(inner(text), {"signed_at": is_moment})["signed_at"], self.keys[-1][1]
        counts = {"days": self.days, "revisions": len(self.revisions), "keys": len(self.keys)}
        head = {"ledger": self.hashes[1], "position": len(self.hashes) - 2, "hash": self.hashes[-1]}
        by = {"signed_at": at, "key_id": key["key_id"]}
        need(compact({"format": FORMAT, **head, **counts, **by}) == text, "a statement does not fit what is before it")
        need(at >= self.signed_at, "a statement is dated before the previous one")
        need(signed(text, signature, key["x"]), "a signature does not match its key")
        self.signed_at, self.newest = at, (text, signature)
        self.statements.append((head["position"], key["key_id"]))
        return {"ok": True, "format": FORMAT, **head, "statement": text, "signature": signature,
                "key_id": key["key_id"]}


def compare_moments(proof, leaves):
    """A cache may return leaves of a different moment than the proof. Any other number of leaves is wrong."""
    wanted, there = proof["position"] + 1, len(leaves)
    if there == wanted:
        return
    if there > wanted and leaves[wanted] == statement_leaf(proof["statement"], proof["signature"]):
        raise Unchecked("the leaves are newer than the proof", True)
    after = [each["entry"] for each in proof["entries"] if each["position"] == there][:1]
    if there < wanted and after:
        entry, end = read_entry(after[0]), sha(FORMAT)
        for leaf in leaves:
            end = sha(end + leaf)
        if entry["kind"] == "statement" and read_claim(entry["text"])["hash"] == end:
            raise Unchecked("the leaves are older than the proof", True)
    raise Fault("the leaves do not match the entries one to one")

def read_ledger(proof, leaves):
    picked(proof, {"position": is_count, "statement": is_text, "signature": is_text})
    lists = {name: placed(proof.get(name)) for name in ("entries", "keys", "revisions")}
    compare_moments(proof, leaves)
    shown = {each["position"]: each["entry"] for name in ("keys", "revisions", "entries") for each in lists[name]}
    shown_days = sum(read_entry(each["entry"])["kind"] == "day" for each in lists["entries"])
    days = read_claim(proof["statement"])["days"]
    need(shown_days == min(days, SHOWN_DAYS), "the proof shows neither %d days nor all days" % SHOWN_DAYS)
    need(days >= SHOWN_DAYS or all(at in shown for at in range(len(leaves))), "an entry is missing from the proof")
    hidden = sum(at not in shown for at in range(len(leaves)))
    need(days - shown_days <= hidden, "the statement counts more days than there are entries")
    ledger = Ledger(days - shown_days)
    for at, leaf in enumerate(leaves):
        ledger.add(leaf, shown.get(at))
    return ledger, ledger.add_statement({"text": proof["statement"], "signature": proof["signature"]})

def compare_rows(history, rows):
    """A cache may return 30 rows from another moment; rows of days in both must be equal."""
    reply = lambda data: {"ok": True, "asset": "BTC", "days": len(data), "data": data}
    if same(history, reply(rows)):
        return
    shown = history.get("data") if isinstance(history, dict) else None
    if isinstance(shown, list) and len(shown) == len(rows) == SHOWN_DAYS and same(history, reply(shown)):
        first = datetime.date.fromisoformat(rows[0]["date"])
        for days in range(1, SHOWN_DAYS):
            for side, back, of_both in (("older", -days, same(shown[days:], rows[:-days])),
                                        ("newer", days, same(shown[:-days], rows[days:]))):
                dates = [str(first + datetime.timedelta(back + at)) for at in range(SHOWN_DAYS)]
                if of_both and same([isinstance(row, dict) and row.get("date") for row in shown], dates):
                    raise Unchecked("the history is %s than the proof" % side, True)
    raise Fault("a row of the history differs from the ledger, is missing, or is not in the ledger")

def check_site(get, site):
    """A site is sound if everything it shows follows from the texts that were hashed and signed."""
    def document(path):
        try:
            return parse(get(path))
        except ValueError:
            raise Unchecked(path + " is not JSON") from None
    proof, leaves = document(API + "proof"), get(API + "proof/leaves").split("\n")
    if leaves.pop() != "" or not leaves or not all(map(is_hash, leaves)):
        raise Unchecked(API + "proof/leaves is not a list of hashes")
    jwks, corrections, history = map(document, (KEYS, API + "revisions", API + "history"))
    ledger, head = read_ledger(proof, leaves)
    entries = [{name: each[name] for name in ("position", "entry", "hash")} for each in ledger.tail]
    expected = {**head, "previous": ledger.hashes[len(leaves) - len(entries)], "entries": entries,
                "keys": [place for place, _ in ledger.keys], "revisions": [place for place, _ in ledger.revisions],
                "keys_url": site + KEYS, "leaves_url": site + API + "proof/leaves"}
    addresses = all(proof.get(name) == expected[name] for name in ("keys_url", "leaves_url"))
    need(addresses, "keys_url and leaves_url are not addresses of " + site)
    need(same(proof, expected), "the proof does not follow from its entries")
    keys = [{"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": key["key_id"],
             **{name: key[name] for name in ("x", "endorsed_by", "endorsement")}} for _, key in ledger.keys]
    need(same(jwks, {"keys": keys}), "the list of keys is not the one in the ledger")
    revisions = [labelled(each) for _, each in ledger.revisions]
    need(same(corrections, {"ok": True, "revisions": revisions}), "the list of revisions is not the one in the ledger")
    rows = [labelled({name: row[name] for name in SHOWN}) for row in ledger.rows[-SHOWN_DAYS:] if row is not None]
    need(rows, "there is no history")
    compare_rows(history, rows)
    found = "%d entries, %d rows, %d revisions, %d keys" % tuple(map(len, (leaves, rows, revisions, keys)))
    return proof, ledger, found

def read_kept(text):
    """Accepts a saved proof only if it is complete and as it was signed."""
    kept = picked(inner(text), {"ledger": is_hash, "position": is_count, "hash": is_hash, "statement": is_text,
                                "signature": is_text, "key_id": is_text, "previous": is_hash})
    keys = [read_entry(each["entry"]) for each in placed(kept.get("keys"))]
    claim = read_claim(kept["statement"])
    signers = [key["x"] for key in keys if key["kind"] == "key" and key["key_id"] == claim["key_id"]][:1]
    need(signers and key_id_of(signers[0]) == claim["key_id"], "its key is missing")
    need(signed(kept["statement"], kept["signature"], signers[0]), "its signature does not match its key")
    need(all(same(kept[name], claim[name]) for name in ("ledger", "position", "hash", "key_id")), "its end was changed")
    entries, end = placed(kept.get("entries")), kept["previous"]
    first = kept["position"] - len(entries) + 1
    hashes = {first - 1: end}
    for at, each in enumerate(entries, first):
        end = hashes[at] = sha(end + sha(each["entry"]))
        need(each["position"] == at and same(each.get("hash"), end), "one of its entries was changed")
    need(end == kept["hash"], "its entries do not lead to its end")
    return {**claim, "statement": kept["statement"], "signature": kept["signature"], "hashes": hashes}

def check_since(kept, ledger, accept):
    """Checks that today's history contains the saved proof, and that every later key is endorsed."""
    at, end = kept["position"], len(ledger.hashes) - 2
    # Anybody can list a key of somebody else: two histories are a publisher's own only if the same key signed both.
    own = any(key == kept["key_id"] and (each == end or each >= at) for each, key in ledger.statements)
    other = "the same key has signed two different histories" if own else "its history is not the saved proof's"
    need(ledger.hashes[1] == kept["ledger"], other)
    if end < at:
        need(kept["hashes"].get(end, ledger.hashes[-1]) == ledger.hashes[-1], other)
        raise Unchecked("the site is older than the saved proof, which was signed " + kept["signed_at"])
    need(ledger.hashes[at + 1] == kept["hash"], other)
    leaf = statement_leaf(kept["statement"], kept["signature"])
    there = sha(kept["hash"] + leaf) == ledger.hashes[at + 2] if at < end else leaf == statement_leaf(*ledger.newest)
    need(there, "the history lacks the statement of the saved proof")
    strange = [key for place, key in ledger.keys if place["position"] > at and key["endorsed_by"] is None]
    need(accept or not strange, "a new key signs now, and the former one does not vouch for it (--accept-new-key)")

def examine(get, site, kept=None, accept=False):
    """Returns the exit code, lines of findings, the proof, and whether a retry may help."""
    try:
        proof, ledger, found = check_site(get, site)
        if kept:
            check_since(kept, ledger, accept)
        since = ["ok     extends the saved proof of " + kept["signed_at"]] if kept else []
        return 0, ["ok     " + found, *since], proof, False
    except Unchecked as error:
        return 3, ["why    %s" % error], None, error.torn
    except (Fault, ValueError) as error:  # a text may have half a character, which has no bytes to hash
        return 1, ["fault  %s" % error], None, True
    except Exception as error:  # an unforeseen error says nothing about the site
        return 3, ["why    this program failed (%s)" % type(error).__name__], None, False


# The reader's side: the network, files and the terminal.

class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None

OPENER = urllib.request.build_opener(NoRedirect)

class Response(http.client.HTTPResponse):
    """Skips interim responses; http.client knows only 100."""
    def _read_status(self):
        for _ in range(MAX_INTERIM + 1):
            version, status, reason = super()._read_status()
            if status == 101 or status >= 200:
                return version, status, reason
            http.client.parse_headers(self.fp)
        raise Unchecked("too many interim responses")

http.client.HTTPConnection.response_class = Response

def unzipped(body):
    """Decodes the gzip members of a body; anything after them is ignored, as in most programs."""
    text, is_first = b"", True
    while is_first or body[:2] == b"\x1f\x8b":
        member, is_first = zlib.decompressobj(31), False
        text += member.decompress(body, MAX_BYTES + 1 - len(text))
        if len(text) > MAX_BYTES:
            break
        if not member.eof:
            raise Unchecked("the body is truncated")
        body = member.unused_data
    return text

def download(url):
    """The whole text of one document."""
    headers = {"User-Agent": "peak-verify.py", "Accept": "*/*", "Accept-Encoding": "gzip", "Cache-Control": "no-cache"}
    with OPENER.open(urllib.request.Request(url, headers=headers), timeout=MAX_SECONDS) as answer:
        if answer.status != 200:
            raise Unchecked("status %d" % answer.status)
        lengths = answer.headers.get_all("Content-Length", [])
        if len(lengths) + ("Transfer-Encoding" in answer.headers) > 1:
            raise Unchecked("the body has two lengths")
        body = b""
        while len(body) <= MAX_BYTES and (part := answer.read(65_536)):
            body += part
        if len(body) <= MAX_BYTES and answer.length:
            raise Unchecked("the body is truncated")
        coding = ", ".join(answer.headers.get_all("Content-Encoding", [])).lower() or "identity"
    if coding not in ("gzip", "x-gzip", "identity"):
        raise Unchecked("the body has a content coding that was not requested")
    if coding != "identity" and len(body) <= MAX_BYTES:
        body = unzipped(body)
    if len(body) > MAX_BYTES:
        raise Unchecked("the body is larger than %d bytes" % MAX_BYTES)
    return body.decode("utf-8-sig")  # drops a byte order mark

def get_from(site, deadline):
    def get(path):
        """Runs in a thread that can be abandoned, since a server may send a byte every few seconds forever."""
        ended = []
        def run():
            try:
                ended.append((download(site + path), None))
            except Unchecked as error:
                ended.append((None, str(error)))
            except urllib.error.HTTPError as error:
                ended.append((None, "status %d" % error.code))
            except Exception as error:  # any failure of the network: there was no document
                ended.append((None, "no complete response (%s)" % type(error).__name__))
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        left = min(MAX_SECONDS, deadline - time.monotonic())
        thread.join(max(0, left))
        text, why = ended[0] if ended else (None, "no complete response in %d s" % left)
        if text is None and time.monotonic() >= deadline:
            raise Unchecked("no verdict within the --timeout")
        if text is None:
            raise Unchecked("%s: %s" % (site + path, why))
        return text
    return get

def site_of(text):
    """The address of a site: its origin in lower case, and its path without a slash at the end."""
    parts = urllib.parse.urlsplit(text)
    plain = re.fullmatch(r"[A-Za-z0-9._~%/-]*", parts.path) and not re.search(r"(^|/)\.\.?(/|$)", parts.path)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError("the site must be an address such as https://peak.example")
    if "@" in parts.netloc:
        raise argparse.ArgumentTypeError("the site's address must not have a user")
    host = "[%s]" % parts.hostname if ":" in parts.hostname else parts.hostname.encode("idna").decode()
    port = "" if parts.port in (None, {"http": 80, "https": 443}[parts.scheme]) else ":%d" % parts.port
    return "%s://%s%s%s" % (parts.scheme, host, port, parts.path.rstrip("/"))

def kept_in(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return read_kept(file.read())
    except OSError:
        raise Refused(path + " cannot be read") from None
    except (Fault, ValueError) as error:
        raise Refused("%s is not a saved proof: %s" % (path, error)) from None

def save(path, text):
    """Writes the whole file or nothing."""
    draft = None
    try:
        number, draft = tempfile.mkstemp(".part", os.path.basename(path) + ".", os.path.dirname(path) or ".")
        with open(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        if draft and os.path.exists(draft):
            os.remove(draft)
        raise Refused(path + " cannot be written") from None

def show(line):
    """Prints a line without characters that a terminal would obey or could not show."""
    try:
        print("".join(char if " " <= char <= "~" else "?" for char in line)[:500], flush=True)
    except OSError:  # nobody reads the output; the exit code still gives the verdict
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

def seconds(text):
    if not re.fullmatch("[1-9][0-9]{0,3}", text) or int(text) > 3600:
        raise argparse.ArgumentTypeError("must be 1 to 3600 seconds")
    return int(text)

def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("site", type=site_of)
    words.add_argument("--since", help="a proof saved earlier: today's history must extend it")
    words.add_argument("--save", help="save today's proof, if everything is sound")
    words.add_argument("--accept-new-key", action="store_true", help="the publisher has announced a new key")
    words.add_argument("--timeout", type=seconds, default=60, help="seconds for the whole check, 60 by default")
    asked = words.parse_args()
    get = get_from(asked.site, time.monotonic() + asked.timeout)
    try:
        kept = kept_in(asked.since) if asked.since else None
        code, lines, proof, again = examine(get, asked.site, kept, asked.accept_new_key)
        if again:
            show("note   " + lines[0][7:])
            show("note   trying once more, since a day may just have been closed")
            time.sleep(2)
            code, lines, proof, _ = examine(get, asked.site, kept, asked.accept_new_key)
        if code == 0 and asked.save:
            save(asked.save, compact(proof) + "\n")
    except Refused as error:
        print("verify.py: %s" % error, file=sys.stderr)
        return 2
    for line in lines:
        show(line)
    show({0: "sound", 1: "not sound", 3: "could not be checked: try again"}[code])
    return code


if __name__ == "__main__":
    sys.exit(main())
