#!/usr/bin/env python3
"""Checks a proof of Probity without Probity: written from docs/proof-format.md alone.

    python3 check_proof.py proof.json public-key.pem

Needs Python 3.8 and the package `cryptography`. Prints one line for each thing that is wrong; the exit code is 0 when the proof is valid,
1 when it is not, and 2 when it cannot be read.
"""

import hashlib
import json
import re
import sys
from base64 import b64decode
from decimal import Decimal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key


def sha256(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def number(value) -> str:
    """A number as ECMAScript prints it (RFC 8785, 3.2.2.3)."""
    value = float(value)
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("a number that is not finite")
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits)).rstrip("0")
    point = len(digits) + exponent  # where the decimal point stands, counted from the first digit
    if 0 < point <= 21:
        shown = text.ljust(point, "0") if len(text) <= point else f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        shown = "0." + "0" * -point + text
    else:
        power = point - 1
        shown = text[0] + ("." + text[1:] if len(text) > 1 else "") + "e" + ("+" if power > 0 else "-") + str(abs(power))
    return ("-" if sign else "") + shown


SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def string(value: str) -> str:
    """A string with the escapes of RFC 8785, 3.2.2.2: the short ones, \\u00xx for other control characters, and no others."""
    value.encode("utf-8")  # a lone surrogate is refused
    return '"' + re.sub(r'["\\\x00-\x1f]', lambda found: SHORT.get(found[0]) or f"\\u{ord(found[0]):04x}", value) + '"'


def canonical(value) -> str:
    """Canonical JSON (RFC 8785)."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(f"{string(name)}:{canonical(value[name])}" for name in names) + "}"


def event_hash(event) -> str:
    metadata = {name: value for name, value in event["metadata"].items() if name not in ("hash", "prev_hash")}
    body = canonical({"type": event["type"], "data": event["data"], "metadata": metadata})
    return sha256(f"{event['metadata']['prev_hash']}\n{body}".encode("utf-8")).hex()


def root_from(leaf: str, path) -> str:
    found = sha256(b"\x00" + leaf.encode("utf-8"))
    for step in path:
        if step["side"] not in ("left", "right"):
            raise ValueError(f"a step on the side {step['side']!r}")
        sibling = bytes.fromhex(step["hash"])
        found = sha256(b"\x01" + (sibling + found if step["side"] == "left" else found + sibling))
    return found.hex()


def statement(seal) -> bytes:
    parts = [seal["position"], seal["events"], seal["streams"], seal["root"], seal["order"], seal["previous_root"] or ""]
    return ("probity seal\n" + "".join(f"{part}\n" for part in parts)).encode("utf-8")


def check(proof, public_key: bytes):
    """What is wrong with the proof, in words; nothing when it is valid."""
    findings = []
    previous = sha256(proof["stream"].encode("utf-8")).hex()
    for revision, event in enumerate(proof["events"]):
        if event["metadata"]["prev_hash"] != previous:
            findings.append(f"event {revision} is not chained to the one before")
        if event["metadata"]["hash"] != event_hash(event):
            findings.append(f"event {revision} ({event['type']}) is not what its hash was made of")
        previous = event["metadata"]["hash"]
    leaf = f"{proof['stream']}\n{len(proof['events']) - 1}\n{previous}"
    if root_from(leaf, proof["path"]) != proof["seal"]["root"]:
        findings.append("the path does not lead to the sealed root")
    key = load_pem_public_key(public_key)
    try:
        if not isinstance(key, Ed25519PublicKey):
            raise InvalidSignature
        key.verify(b64decode(proof["seal"]["signature"], validate=True), statement(proof["seal"]))
    except (InvalidSignature, ValueError):
        findings.append("the seal is not signed by this key")
    return findings


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            proof = json.load(file)
        with open(sys.argv[2], "rb") as file:
            public_key = file.read()
        findings = check(proof, public_key)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"this is no proof that can be checked: {error!r}")
        return 2
    if findings:
        print("\n".join(["NOT VALID", *findings]))
        return 1
    print(f"valid: {len(proof['events'])} events of {proof['stream']}, sealed up to position {proof['seal']['position']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
