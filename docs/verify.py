#!/usr/bin/env python3
"""Checks the chain of a Peak installation with nothing but Python 3.8 and its standard library.

    python3 verify.py https://peak.example [--since saved.json] [--save FILE]
    python3 verify.py data/peak.db         [--since saved.json]

The formats are in verifying.md. Exit codes: 0 sound, 1 not sound or not to be had, 2 wrong call.
"""
import argparse, base64, datetime, hashlib, json, math, os, sqlite3, struct, sys, threading, time, urllib.request

FIRST_DAY, ZEROS = 14808, "0" * 64  # 2010-07-18 in days since 1970, which is position 0; what stands before the first link
COINS = ["ada", "bnb", "doge", "eth", "ltc", "sol", "xrp"]
SHOWN = ["date", "score", "score_smoothed", "phase_key", "btc_price_usd"]
MAX_BYTES, MAX_SECONDS = 2_000_000, 30
faults = []


def say(is_fault, text):
    """One line about one check; a fault makes the exit code 1."""
    if is_fault:
        faults.append(text)
    print(("FAULT  " if is_fault else "ok     ") + text.encode("unicode_escape").decode()[:500])  # what a site says may hold lines

def expect(is_so, text):
    """A check that is only worth a line when it fails."""
    if not is_so:
        say(True, text)

def holds(text, check, *arguments):
    """The same for a check of what may be anything at all: whatever it chokes on is not sound."""
    try:
        expect(check(*arguments), text)
    except Exception as error:
        say(True, "%s (%s)" % (text, error))

def sha(text): return hashlib.sha256(text.encode()).hexdigest()
def compact(value): return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
def day_text(day): return datetime.date.fromordinal(719163 + day).isoformat()
def number(value): return int(value) if value == int(value) else value  # 45, not 45.0, as JavaScript writes it
def tenths(value): return number(math.floor(10 * value + 0.5) / 10)
def cents(value): return number(math.floor(100 * value + 0.5) / 100)

def instant_text(ms):
    at = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=ms)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (ms % 1000)

def fold(leaves):
    """The hash of every link: each is made of the hash before it and the leaf."""
    hashes = [ZEROS]
    for leaf in leaves:
        hashes.append(sha(hashes[-1] + leaf))
    return hashes[1:]


# Ed25519, RFC 8032 section 5.1: a signature (R, s) is good when [s]B - [k]A is R. Points are (x, y, z, t) with x*y = z*t.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)

def point(y, odd):
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    x = x if (x * x - xx) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if (x * x - xx) % P or y >= P:
        raise ValueError("not a point of the curve")
    x = P - x if x & 1 != odd else x
    return (x, y, 1, x * y % P)

NOTHING, BASE = (0, 1, 1, 0), point(4 * pow(5, -1, P) % P, 0)

def unpack(text, size):
    """base64url without padding; a second spelling of the same bytes is refused."""
    data = base64.urlsafe_b64decode(text + "==")
    if len(data) != size or base64.urlsafe_b64encode(data).decode().rstrip("=") != text:
        raise ValueError("not base64url")
    return data

def is_signed(x, signature, text):
    key, sig = unpack(x, 32), unpack(signature, 64)
    s = int.from_bytes(sig[32:], "little")
    k = int.from_bytes(hashlib.sha512(sig[:32] + key + text.encode()).digest(), "little") % L
    y = int.from_bytes(key, "little")
    ax, ay, _, axy = point(y % 2**255, y >> 255)
    minus = (P - ax, ay, 1, P - axy)
    table, total = [NOTHING, BASE, minus, add(BASE, minus)], NOTHING
    for bit in reversed(range(253)):
        total = add(add(total, total), table[(s >> bit & 1) + 2 * (k >> bit & 1)])
    z = pow(total[2], -1, P)
    return s < L and (total[1] * z % P | (total[0] * z % P & 1) << 255).to_bytes(32, "little") == sig[:32]


def check_keys(keys):
    """keys: dicts as in /.well-known/peak-keys.json, in the order of adding. Returns x by key id."""
    known = {}
    for key in keys:
        kid, x, by = key["kid"], key["x"], key["endorsed_by"]
        jwk = '{"crv":"Ed25519","kty":"OKP","x":"%s"}' % x
        holds("key %s is not named by its own hash" % kid, lambda: unpack(kid, 32).hex() == sha(jwk) and kid not in known)
        if by is not None or key["endorsement"] is not None:
            text = "peak key %s %s" % (kid, x)
            holds("the endorsement of key %s" % kid, lambda: is_signed(known[by], key["endorsement"], text))
        elif known:
            print("note   key %s was added without the word of an earlier key: that was lost, or this is not theirs" % ascii(kid))
        known[kid] = x
    say(not known, "%d signing keys" % len(known))
    return known

def check_statement(what, said, chain):
    """said: text, key_id, signature; chain: hashes, revisions, keys. Returns what the text says, or None."""
    try:
        text = json.loads(said["text"])
        n, k = text["position"], text["revisions"]
        hashes, revisions = chain["hashes"], [ZEROS] + chain["revisions"]
        if not (0 <= n < len(hashes) and 0 <= k < len(revisions)):
            return say(True, "%s speaks of link %s and of %s revisions: there are fewer" % (what, n, k))
        true = {"chain": hashes[0], "position": n, "closed": day_text(FIRST_DAY + n), "hash": hashes[n],
                "revisions": k, "revisions_hash": revisions[k], "signed_at": text["signed_at"]}
        wrong = [name for name in true if true[name] != text.get(name)]
        expect(said["text"] == compact(true), "%s: the chain says otherwise in %s" % (what, wrong or "its form"))
        holds("the key and signature of " + what, lambda: is_signed(chain["keys"][said["key_id"]], said["signature"], said["text"]))
        return text
    except Exception as error:
        say(True, "%s cannot be read (%s)" % (what, error))

def check_since(path, chain):
    try:
        with open(path, encoding="utf-8") as file:
            saved = json.load(file)
        n, before = saved["head"]["position"], len(faults)
        said = {"text": saved["statement"], "key_id": saved["key_id"], "signature": saved["signature"]}
    except Exception as error:
        return say(True, "%s is no saved proof (%s)" % (path, error))
    text = check_statement("the saved statement", said, chain)
    if text is not None:
        expect(text["position"] == n and text["hash"] == saved["head"]["hash"], "the saved head is not the signed one")
        if len(faults) == before:
            say(False, "extends the chain saved in %s, up to %s" % (path, text["closed"]))


def seal(day, majors, row):
    bits = lambda value: "-" if value is None else struct.pack(">d", value).hex()
    lines = ["peak-sealed-1", "day=%s" % day["day"], "closed_at=%s" % day["closed_at"]]
    lines += ["%s=%s" % (name, bits(day[name])) for name in ("btc_close", "mvrv", "fear_greed", "dominance")]
    lines += ["sources=%s" % day["sources"]] + ["%s=%s" % (coin, bits(majors.get(coin))) for coin in COINS]
    lines += ["row_day=%s" % row.get("day", "-")]
    for name in ("computed_at", "model_version", "raw", "score", "smoothed", "phase", "btc_price_usd", "price_source", "origin"):
        is_double = name in ("raw", "score", "smoothed", "btc_price_usd")
        lines.append("%s=%s" % (name, bits(row.get(name)) if is_double else row.get(name, "-")))
    return sha("\n".join(lines))

def entry_of(position, day, majors, row):
    shown = row and {
        "date": day_text(row["day"]), "score": tenths(row["score"]), "score_smoothed": tenths(row["smoothed"]),
        "phase_key": row["phase"], "btc_price_usd": cents(row["btc_price_usd"]),
        "computed_at": instant_text(row["computed_at"]), "model_version": row["model_version"], "origin": row["origin"]}
    return compact({"position": position, "closed": day_text(day["day"]), "row": shown or None, "sealed": seal(day, majors, row)})

def revision_of(each):
    return compact({
        "number": each["number"], "date": day_text(each["day"]), "revised_at": instant_text(each["revised_at"]),
        "reason": each["reason"], "score": number(each["score"]), "score_smoothed": number(each["smoothed"]),
        "phase_key": each["phase"], "btc_price_usd": number(each["btc_price_usd"])})

def read_tables(path):
    """All tables as they are at one moment, beside a running service or not; nothing is written, nothing left behind."""
    path = os.path.join(path, "peak.db") if os.path.isdir(path) else path
    manner = "mode=ro" if os.path.exists(path + "-wal") else "mode=ro&immutable=1"  # without its log nobody has it open
    file = sqlite3.connect("file:%s?%s" % (urllib.request.pathname2url(os.path.abspath(path)), manner), uri=True)
    file.row_factory, file.text_factory = sqlite3.Row, lambda data: data.decode(errors="backslashreplace")
    file.execute("begin")
    order = {"closed_days": "day", "closed_majors": "day, coin", "history": "day", "links": "day",
             "statements": "number", "signing_keys": "number", "revisions": "number"}
    read = lambda table: [dict(row) for row in file.execute("select * from %s order by %s" % (table, order[table]))]
    return {table: read(table) for table in order}

def check_links(tables):
    majors, rows, links, before = {}, {}, tables["links"], ZEROS
    days = [each["day"] for each in tables["closed_days"]]
    for each in tables["closed_majors"]:
        coins = majors.setdefault(each["day"], {})
        expect(each["coin"] in COINS and each["coin"] not in coins, "closed_majors: %s" % each)
        coins[each["coin"]] = each["close"]
    for each in tables["history"]:
        expect(each["day"] not in rows, "history: two rows of day %s" % each["day"])
        rows[each["day"]] = each
    for name, extra in (("closed_majors", set(majors) - set(days)), ("history", set(rows) - {day + 1 for day in days})):
        expect(not extra, "%s: no link speaks of the days %s" % (name, sorted(extra)[:5]))
    for position, (day, link) in enumerate(zip(tables["closed_days"], links)):
        at = "link %d (day %s)" % (position, day["day"])
        is_there = day["day"] == link["day"] == FIRST_DAY + position and link["position"] == position
        expect(is_there, at + " is not at its place, or a day is missing before it")
        made = lambda: entry_of(position, day, majors.get(day["day"], {}), rows.get(day["day"] + 1, {})) == link["entry"]
        holds(at + ": the stored day or the row on top of it is not the one in the chain", made)
        expect(sha(link["entry"]) == link["leaf"], at + ": leaf")
        expect(sha(before + link["leaf"]) == link["hash"], at + ": hash")
        before = link["hash"]
    say(len(days) != len(links) or not links, "%d closed days, %d links, %d history rows" % (len(days), len(links), len(rows)))

def check_database(path):
    tables, entries, used, last = read_tables(path), [], [], (-1, 0, "")
    check_links(tables)
    for table in ("statements", "signing_keys", "revisions"):
        expect([row["number"] for row in tables[table]] == list(range(1, len(tables[table]) + 1)), table + ": the numbers")
    for each in tables["revisions"]:
        holds("revision %s cannot be read" % each["number"], lambda: entries.append(revision_of(each)) is None)
    keys = check_keys([{"kid": key["key_id"], **key} for key in tables["signing_keys"]])
    chain = {"hashes": [link["hash"] for link in tables["links"]], "revisions": fold(map(sha, entries)), "keys": keys}
    for each in tables["statements"]:
        what = "statement %s" % each["number"]
        text = check_statement(what, each, chain) or {"position": -1, "revisions": 0, "signed_at": ""}
        now = (text["position"], text["revisions"], text["signed_at"])
        holds(what + ": position or signed_at is not the signed one", lambda: (
            each["position"] == now[0] and instant_text(each["signed_at"]) == text["signed_at"]))
        expect(now[0] >= last[0] and now[1] >= last[1] and (now[:2] != last[:2] or now[2] > last[2]), what + " is not at its place")
        used += [each["key_id"]] if each["key_id"] not in used else []
        last = now
    expect(used == list(keys), "signing_keys: not the keys that have signed, in the order in which they began to")
    expect(last[:2] == (len(tables["links"]) - 1, len(entries)), "the newest links or revisions are not signed: start the service once")
    say(False, "%d statements, %d revisions" % (len(tables["statements"]), len(entries)))
    return chain, None


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *asked):
        return None  # another host would speak for this one: a redirect is no answer

def fetch(url):
    data = b""
    with urllib.request.build_opener(NoRedirect).open(url, timeout=10) as answer:
        for chunk in iter(lambda: answer.read1(65536), b""):
            data += chunk
            if len(data) > MAX_BYTES:
                raise ValueError("more than %d bytes" % MAX_BYTES)
    return data.decode()

def get(site, path):
    """One answer, of MAX_BYTES and within MAX_SECONDS, whatever the other side does: a thread that hangs is left behind."""
    ended = []
    def work():
        try:
            text = fetch(site.rstrip("/") + path)
            ended.append(text if path.endswith("leaves") else json.loads(text))
        except Exception as error:
            ended.append(error)
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(MAX_SECONDS)
    found = ended[0] if ended else ValueError("no whole answer in %d s" % MAX_SECONDS)
    if getattr(found, "code", 0) == 429 and path.endswith("history"):  # this address has used up its limit
        return get(site, "/embed/nhci.json")  # the same rows, for widgets
    if isinstance(found, Exception):
        raise ValueError("%s: %s" % (path, found)) from found
    return found

def note_readiness(site):
    """What was published stays sound while nothing more is published."""
    try:
        get(site, "/readyz")
    except Exception as error:
        if getattr(error.__cause__, "code", 0) == 503:
            print("note   the site says that it is not ready, and why at /readyz")

def check_history(rows, links):
    """Every row the site shows is the row its link speaks of; the newest may be a moment ahead of its link, or behind."""
    shown = {row["date"]: row for row in rows}
    chained = {link["date"]: json.loads(link["entry"])["row"] for link in links if link["date"] is not None}
    first, last = datetime.date.fromisoformat(min(shown)), datetime.date.fromisoformat(max(shown))
    expect((last - first).days == len(rows) - 1, "history: a day is missing or there twice")
    for date in sorted(set(shown) & set(chained)):
        is_same = all(shown[date][name] == chained[date][name] for name in SHOWN)
        expect(is_same, "history: the row of %s is not the one in the chain" % date)
    expect(len(set(shown) - set(chained)) <= max(1, sum(date > max(shown) for date in chained)), "history: rows without a link")
    say(False, "%d rows of the history, %s to %s" % (len(set(shown) & set(chained)), first, last))

def check_site(site):
    path = "/api/public/nhci/"
    proof, leaves = get(site, path + "proof"), get(site, path + "proof/leaves").split()
    keys, revisions = check_keys(get(site, "/.well-known/peak-keys.json")["keys"]), get(site, path + "revisions")["revisions"]
    entries = [compact({name: each[name] for name in ["number", "date", "revised_at", "reason"] + SHOWN[1:]}) for each in revisions]
    chain = {"hashes": fold(leaves), "revisions": fold(map(sha, entries)), "keys": keys}
    head, links = proof["head"], proof["links"]
    said = {"text": proof["statement"], "key_id": proof["key_id"], "signature": proof["signature"]}
    text = check_statement("the statement", said, chain) or {}
    expect(text.get("position") == len(leaves) - 1 == head["position"], "the statement is not about the last leaf")
    expect(text.get("revisions") == len(revisions), "the statement is not about all revisions")
    first = head["position"] - len(links) + 1
    is_after = 0 < len(links) <= 30 and first >= 0 and proof["previous"] == ([ZEROS] + chain["hashes"])[first]
    expect(is_after, "previous: not the hash before the links")
    for position, link in enumerate(links, first):
        entry, closed = json.loads(link["entry"]), day_text(FIRST_DAY + position)
        at, date = "link %d (%s)" % (position, closed), (entry["row"] or {}).get("date")
        expect(link["position"] == entry["position"] == position and entry["closed"] == closed, at + " is of another day")
        expect(link["date"] == date and date in (None, day_text(FIRST_DAY + position + 1)), at + ": date")
        expect(sha(link["entry"]) == link["leaf"] == leaves[position], at + ": leaf")
        expect(link["hash"] == chain["hashes"][position], at + ": hash")
    is_last = (head["hash"], head["date"], head["closed"]) == (links[-1]["hash"], links[-1]["date"], closed)
    expect(is_last, "the head is not the last link")
    say(False, "%d links up to %s, %d revisions" % (len(leaves), head["closed"], len(revisions)))
    check_history(get(site, path + "history")["data"], links)
    return chain, proof


def check(asked, check_place):
    try:
        chain, proof = check_place(asked.target)
        if asked.since:
            check_since(asked.since, chain)
        if asked.save and not faults:
            with open(asked.save + ".part", "w", encoding="utf-8") as file:
                file.write(compact(proof) + "\n")
                file.flush()
                os.fsync(file.fileno())  # before it takes the place of the proof before, which a power cut would else tear
            os.replace(asked.save + ".part", asked.save)
    except Exception as error:
        say(True, "cannot be checked: %s %s" % (type(error).__name__, error))

def main():
    words = argparse.ArgumentParser(description="Checks the chain of a Peak installation.")
    words.add_argument("target", help="address of a site, or the file of a SQLite database")
    words.add_argument("--since", metavar="FILE", help="a proof saved earlier, which today's chain must extend")
    words.add_argument("--save", metavar="FILE", help="where to keep a site's proof, when everything is sound")
    asked = words.parse_args()
    is_site = asked.target.startswith(("http://", "https://"))
    if not is_site and (asked.save or not os.path.exists(asked.target)):
        words.error("--save is for sites" if asked.save else "there is no %s" % asked.target)
    check(asked, check_site if is_site else check_database)
    if faults and is_site:  # a day may have been closed between two answers: all speak of it a moment later
        print("once more")
        faults.clear()
        time.sleep(2)
        check(asked, check_site)
    if is_site:
        note_readiness(asked.target)
    print("SOUND" if not faults else "NOT SOUND: %d faults" % len(faults))
    return 1 if faults else 0

if __name__ == "__main__":
    sys.exit(main())
