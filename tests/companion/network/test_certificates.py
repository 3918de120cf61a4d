"""A house's own certificates: what they are good for, when they are made anew, and that others believe them."""

from __future__ import annotations

import ssl
import stat
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.errors import AuthorityError
from companion.network import certificates as authority
from companion.network.certificates import Authority, ServerCertificate, Usage


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def lasts(found: x509.Certificate) -> timedelta:
    return found.not_valid_after_utc - found.not_valid_before_utc


def test_the_root_lasts_ten_years_and_signs_nothing_but_leaves(tmp_path: Path) -> None:
    house = Authority.open(tmp_path / "authority")
    found = certificate(house.certificate)
    constraints = found.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (constraints.critical, constraints.value) == (True, x509.BasicConstraints(ca=True, path_length=0))
    assert lasts(found) == timedelta(days=3650)
    assert isinstance(found.public_key().curve, SECP256R1)
    assert Authority.open(tmp_path / "authority").root == house.root
    assert Authority.open(tmp_path / "other").root.subject != house.root.subject


@pytest.mark.parametrize(
    ("usage", "purposes"),
    [
        (Usage.SERVER, [ExtendedKeyUsageOID.SERVER_AUTH]),
        (Usage.PEER, [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]),
    ],
)
def test_a_leaf_is_good_for_its_use_and_no_longer_than_a_browser_allows(
    tmp_path: Path, usage: Usage, purposes: list[x509.ObjectIdentifier]
) -> None:
    leaf = Authority.open(tmp_path).leaf(["burako.local"], ["192.168.1.10", "fe80::1"], usage)
    found = certificate(leaf.certificate)
    named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(name.value) for name in named] == ["burako.local", "192.168.1.10", "fe80::1"]
    assert list(found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value) == purposes
    assert lasts(found) <= timedelta(days=397)
    assert found.not_valid_before_utc < datetime.now(UTC) - timedelta(hours=23)
    found.verify_directly_issued_by(certificate(leaf.root))


def test_keys_are_for_their_owner_only(tmp_path: Path) -> None:
    leaf = Authority.open(tmp_path / "kept").leaf(["a.local"], [])
    assert [stat.S_IMODE(path.stat().st_mode) for path in (leaf.key, tmp_path / "kept" / "root.key")] == [0o600] * 2


@pytest.mark.parametrize(
    ("names", "addresses", "anew"),
    [
        pytest.param(["a.local"], ["10.0.0.1"], False, id="the same"),
        pytest.param(["a.local"], ["10.0.0.2"], True, id="another address"),
        pytest.param(["b.local"], ["10.0.0.1"], True, id="another name"),
        pytest.param(["a.local"], [], True, id="one fewer"),
    ],
)
def test_a_leaf_is_made_anew_when_the_names_change(
    tmp_path: Path, names: list[str], addresses: list[str], anew: bool
) -> None:
    leaf = Authority.open(tmp_path).leaf(["a.local"], ["10.0.0.1"])
    before, key = leaf.certificate.read_bytes(), leaf.key.read_bytes()
    Authority.open(tmp_path).leaf(names, addresses)
    assert (leaf.certificate.read_bytes() != before) == anew
    assert leaf.key.read_bytes() == key


def test_a_leaf_that_ends_soon_or_whose_root_is_gone_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(authority, "LEAF_DAYS", 20)
        leaf = Authority.open(tmp_path).leaf(["a.local"], [])
    soon = certificate(leaf.certificate)
    Authority.open(tmp_path).leaf(["a.local"], [])
    renewed = certificate(leaf.certificate)
    assert renewed.not_valid_after_utc > soon.not_valid_after_utc + timedelta(days=300)
    for name in ("root.key", "root.pem"):
        (tmp_path / name).unlink()
    Authority.open(tmp_path).leaf(["a.local"], [])
    assert certificate(leaf.certificate).issuer != renewed.issuer


def test_what_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "root.key").write_text("no key")
    (tmp_path / "file").write_text("in the way")
    house = Authority.open(tmp_path / "good")
    for fails in (
        lambda: Authority.open(tmp_path),
        lambda: Authority.open(tmp_path / "file"),
        lambda: house.leaf([], []),
        lambda: house.leaf(["a.local"], ["not an address"]),
    ):
        with pytest.raises(AuthorityError) as raised:
            fails()
        assert "certificados" in raised.value.sentence("es")
        assert raised.value.sentence("en") != raised.value.sentence("es")


def context(purpose: ssl.Purpose, leaf: ServerCertificate, root: Path) -> ssl.SSLContext:
    made = ssl.create_default_context(purpose, cafile=str(root))
    made.load_cert_chain(leaf.certificate, leaf.key)
    made.verify_mode = ssl.CERT_REQUIRED
    return made


def shake_hands(serving: ssl.SSLContext, asking: ssl.SSLContext) -> None:
    """What two machines say to each other in memory; raises SSLError where one refuses the other."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = asking.wrap_bio(back, there, server_hostname="a.local")
    server = serving.wrap_bio(there, back, server_side=True)
    for side in (client, server) * 3:
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()


@pytest.mark.parametrize(
    ("usage", "stranger", "refused"),
    [
        pytest.param(Usage.PEER, False, nullcontext(), id="a machine of the hall"),
        pytest.param(Usage.SERVER, False, pytest.raises(ssl.SSLError), id="a leaf that may only serve"),
        pytest.param(Usage.PEER, True, pytest.raises(ssl.SSLError), id="a machine of another house"),
    ],
)
def test_machines_admit_each_other_by_their_leaves(
    tmp_path: Path, usage: Usage, stranger: bool, refused: AbstractContextManager[object]
) -> None:
    house, other = Authority.open(tmp_path / "house"), Authority.open(tmp_path / "other")
    serving = context(ssl.Purpose.CLIENT_AUTH, house.leaf(["a.local"], [], Usage.PEER), house.certificate)
    asking = context(
        ssl.Purpose.SERVER_AUTH, (other if stranger else house).leaf(["a.local"], [], usage), house.certificate
    )
    with refused:
        shake_hands(serving, asking)


def test_a_credential_is_all_that_another_machine_needs(tmp_path: Path) -> None:
    house = Authority.open(tmp_path / "house")
    path = tmp_path / "laptop.pem"
    path.write_bytes(house.credential("laptop"))
    serving = context(ssl.Purpose.CLIENT_AUTH, house.leaf(["a.local"], [], Usage.PEER), house.certificate)
    shake_hands(serving, context(ssl.Purpose.SERVER_AUTH, ServerCertificate(path, path, path), path))
