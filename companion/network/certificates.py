"""A private certificate authority: phones trust servers by it, and cluster machines trust each other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.errors import AuthorityError
from companion.eventstore.data_folder import write_privately

ROOT_DAYS, LEAF_DAYS = 3650, 397
RENEW_DAYS = 30
"""A leaf that expires within so many days is renewed."""
EARLY = timedelta(days=1)
"""Certificates begin this long ago, for machines whose clocks are late."""
_LONGEST_NAME = 100
_PEM = serialization.Encoding.PEM


class Usage(StrEnum):
    """The permitted usage of a leaf certificate."""

    SERVER = "server"
    """Serving pages."""
    PEER = "peer"
    """Server and client: the machines of a cluster."""


_PURPOSES = {
    Usage.SERVER: (ExtendedKeyUsageOID.SERVER_AUTH,),
    Usage.PEER: (ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH),
}


@dataclass(frozen=True, slots=True)
class ServerCertificate:
    """The PEM files of a server certificate."""

    certificate: Path
    key: Path
    """The private key file, readable by its owner only; kept when the certificate is renewed."""
    root: Path
    """The certificate of the authority, which the others trust."""


@dataclass(frozen=True, slots=True, eq=False)
class Authority:
    """A certificate authority whose key and certificates lie in ``folder``."""

    folder: Path
    root: x509.Certificate
    key: EllipticCurvePrivateKey

    @staticmethod
    def open(folder: Path) -> Authority:
        """Open the authority in ``folder``, creating it if necessary. Raises AuthorityError."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            key = _kept_key(folder / "root.key")
            root = _kept_certificate(folder / "root.pem")
            if root is None or root.public_key() != key.public_key() or _ends_within(root, LEAF_DAYS):
                root = _root(key)
                _write(folder / "root.pem", root)
        except (OSError, ValueError, TypeError) as error:
            raise _unusable(folder, error) from error
        return Authority(folder, root, key)

    @property
    def certificate(self) -> Path:
        """The root certificate as a PEM file, to be installed on other devices."""
        return self.folder / "root.pem"

    @property
    def name(self) -> str:
        """The name of the authority in certificate lists."""
        return str(self.root.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    def leaf(self, names: Sequence[str], addresses: Sequence[str], usage: Usage = Usage.SERVER) -> ServerCertificate:
        """The leaf certificate for these host ``names`` and IP ``addresses``.

        It is renewed when they change, before it expires, and after the authority was. Raises AuthorityError.
        """
        found = ServerCertificate(self.folder / f"{usage}.pem", self.folder / f"{usage}.key", self.certificate)
        try:
            key = _kept_key(found.key)
            known = _kept_certificate(found.certificate)
            if known is None or not self._still_says(known, key, _spelled(names, addresses)):
                _write(found.certificate, self._certificate(key, _spelled(names, addresses), usage))
        except (OSError, ValueError, TypeError) as error:
            raise _unusable(self.folder, error) from error
        return found

    def credential(self, name: str, usage: Usage = Usage.PEER) -> bytes:
        """The credentials of the machine called ``name`` in one PEM file: its certificate and key, and the root's."""
        key = generate_private_key(SECP256R1())
        made = self._certificate(key, _spelled((name,), ()), usage)
        return made.public_bytes(_PEM) + _private(key) + self.root.public_bytes(_PEM)

    def _still_says(
        self, certificate: x509.Certificate, key: EllipticCurvePrivateKey, spelled: x509.SubjectAlternativeName
    ) -> bool:
        try:
            certificate.verify_directly_issued_by(self.root)
        except (InvalidSignature, ValueError, TypeError):
            return False
        said = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        same = set(said) == set(spelled) and certificate.public_key() == key.public_key()
        return same and not _ends_within(certificate, RENEW_DAYS)

    def _certificate(
        self, key: EllipticCurvePrivateKey, spelled: x509.SubjectAlternativeName, usage: Usage
    ) -> x509.Certificate:
        names = [str(name.value) for name in spelled]
        built = _built(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0][:64])]), key, LEAF_DAYS)
        return (
            built.issuer_name(self.root.subject)
            .add_extension(spelled, critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage(_PURPOSES[usage]), critical=False)
            .add_extension(_key_usage(is_root=False), critical=True)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
            .sign(self.key, hashes.SHA256())
        )


def _root(key: EllipticCurvePrivateKey) -> x509.Certificate:
    """A self-signed root certificate, with a distinguishing name."""
    mark = x509.SubjectKeyIdentifier.from_public_key(key.public_key()).digest.hex()[:6]
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Burako Companion {mark}")])
    return (
        _built(name, key, ROOT_DAYS)
        .issuer_name(name)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(is_root=True), critical=True)
        .sign(key, hashes.SHA256())
    )


def _built(subject: x509.Name, key: EllipticCurvePrivateKey, days: int) -> x509.CertificateBuilder:
    """The common content of every certificate, valid for ``days``."""
    begins = datetime.now(UTC) - EARLY
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _key_usage(*, is_root: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not is_root,
        key_cert_sign=is_root,
        crl_sign=is_root,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _spelled(names: Sequence[str], addresses: Sequence[str]) -> x509.SubjectAlternativeName:
    """The names and addresses as subject alternative names. Raises ValueError for none or invalid ones."""
    spelled = [x509.DNSName(name) for name in names] + [x509.IPAddress(ip_address(address)) for address in addresses]
    if not spelled:
        raise ValueError("no name and no address")
    return x509.SubjectAlternativeName(spelled)


def _ends_within(certificate: x509.Certificate, days: int) -> bool:
    return certificate.not_valid_after_utc < datetime.now(UTC) + timedelta(days=days)


def _kept_certificate(path: Path) -> x509.Certificate | None:
    return x509.load_pem_x509_certificate(path.read_bytes()) if path.exists() else None


def _kept_key(path: Path) -> EllipticCurvePrivateKey:
    """The key in a file; created if missing, atomically between processes."""
    if not path.exists():
        write_privately(path, _private(generate_private_key(SECP256R1())))
    found = serialization.load_pem_private_key(path.read_bytes(), None)
    if not isinstance(found, EllipticCurvePrivateKey):
        raise ValueError(path.name)
    return found


def _private(key: EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def _write(path: Path, certificate: x509.Certificate) -> None:
    """Replace a certificate file atomically."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(certificate.public_bytes(_PEM))
    part.replace(path)


def _unusable(folder: Path, error: Exception) -> AuthorityError:
    reason = getattr(error, "strerror", None) or error
    return AuthorityError("authority unusable", folder=folder, reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCertificate:
    """The content of a presented certificate."""

    fingerprint: str
    """SHA-256, as pairs of digits with colons between them."""
    name: str
    """The name of its subject; empty without one."""
    since: datetime
    until: datetime


def read_certificate(certificate: bytes) -> ShownCertificate:
    """Parse a DER certificate. Raises AuthorityError."""
    try:
        read = x509.load_der_x509_certificate(certificate)
        names = read.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        name = (
            "".join(letter for letter in str(names[0].value) if letter.isprintable())[:_LONGEST_NAME] if names else ""
        )
        since, until = read.not_valid_before_utc, read.not_valid_after_utc
    except ValueError as error:
        raise AuthorityError("no certificate") from error
    pairs = read.fingerprint(hashes.SHA256()).hex(":").upper()
    return ShownCertificate(fingerprint=pairs, name=name, since=since, until=until)
