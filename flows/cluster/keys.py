"""How the processes of a local cluster authenticate each other: a key in memory and its own certificate.

As in Dask's `Security.temporary`, but on an elliptic curve: an RSA key took 46 ms to create, which delayed
the first answers of every launch, and a millisecond for each connection.
"""

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from distributed import Security

NAME = "jeopardice"
# How long keys are valid before and after they are made.
VALID = timedelta(days=365)


def new_keys() -> Security:
    """Keys of one cluster; a process with them is accepted in any role."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # The clock may be set back while processes start, which would then wait for each other for ever.
        .not_valid_before(now - VALID)
        .not_valid_after(now + VALID)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    public = signed.public_bytes(Encoding.PEM).decode()
    return Security(  # type: ignore[no-untyped-call]
        require_encryption=True,
        tls_ca_file=public,
        tls_client_cert=public,
        tls_client_key=private,
        tls_scheduler_cert=public,
        tls_scheduler_key=private,
        tls_worker_cert=public,
        tls_worker_key=private,
    )
