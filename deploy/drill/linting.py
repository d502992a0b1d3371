"""Ask nginx, Caddy and systemd whether the configuration in `deploy/` is right."""

import subprocess
import tempfile
from pathlib import Path

from deploy.cluster.layout import ROOT
from deploy.cluster.packages import find_program

FILES = ROOT / "deploy"
CERTIFICATE = "/etc/letsencrypt/live/scores.example.org"
NGINX_MAIN = """
daemon off;
pid {folder}/nginx.pid;
events {{}}
http {{ include {folder}/scorefolio.conf; }}
"""


def complaints() -> list[str]:
    """Return what the programs say is wrong, for each of them that says so."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        checks = [_nginx(folder), _caddy(), _systemd(folder)]
        return [complaint for check in checks if (complaint := _complaint(check))]


def _nginx(folder: Path) -> list[str]:
    """Return the command that checks nginx's files, with made-up certificates in the folder."""
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=example"]
    subprocess.run(
        [*make, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True
    )
    text = (FILES / "nginx" / "scorefolio.conf").read_text()
    text = text.replace(CERTIFICATE, str(folder))
    text = text.replace("/etc/nginx/scorefolio", str(FILES / "nginx"))
    (folder / "scorefolio.conf").write_text(text)
    main = folder / "nginx.conf"
    main.write_text(NGINX_MAIN.format(folder=folder))
    return [find_program(["nginx"]) or "nginx", "-t", "-q", "-p", str(folder), "-c", str(main)]


def _caddy() -> list[str]:
    program = find_program(["caddy"]) or "caddy"
    file = str(FILES / "Caddyfile")
    return [program, "validate", "--config", file, "--adapter", "caddyfile"]


def _systemd(folder: Path) -> list[str]:
    """Return the command that checks copies of the units which name this checkout as the site."""
    units = []
    for unit in sorted((FILES / "systemd").iterdir()):
        copy = folder / unit.name
        copy.write_text(unit.read_text().replace("/srv/scorefolio", str(ROOT)))
        units.append(str(copy))
    return [find_program(["systemd-analyze"]) or "systemd-analyze", "verify", *units]


def _complaint(command: list[str]) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    return f"{Path(command[0]).name}: {(done.stderr or done.stdout).strip()}"
