"""`drfs data get` over a real connection: a server on this machine stands in for the provider."""

import http.server
import io
import threading
import zipfile

import pytest

PERSONS = "ST,AGEP,PINCP\n6,30,100\n6,40,200\n"


def _archive():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("psam_p06.csv", PERSONS)
    return file.getvalue()


class _Provider(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        folder, _, file = self.path[1:].partition("/")
        if file != "csv_pca.zip" or folder not in ("whole", "cut", "elsewhere"):
            return self.send_error(404)
        content = _archive()
        if folder == "elsewhere":
            self.send_response(302)
            self.send_header("Location", f"http://{self.headers['Host']}/whole/{file}")
            return self.end_headers()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content if folder == "whole" else content[:50])

    def log_message(self, *_):
        pass


@pytest.fixture
def provider(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def _get(command_line, address, folder):
    return command_line("data", "get", "acs", "--states", "CA", "--from", address, "--data", folder)


def test_a_file_is_fetched_and_unpacked_once(command_line, provider, tmp_path):
    first = _get(command_line, f"{provider}/whole", tmp_path)
    assert first.returncode == 0, first.stderr
    assert (tmp_path / "acs2018/psam_p06.csv").read_text() == PERSONS
    again = _get(command_line, f"{provider}/gone", tmp_path)  # which has nothing
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize(
    ("folder", "words"),
    [("gone", "404"), ("cut", "bytes remaining"), ("elsewhere", "not supported or disabled")],
)
def test_what_goes_wrong_on_the_way_leaves_no_file(command_line, provider, tmp_path, folder, words):
    done = _get(command_line, f"{provider}/{folder}", tmp_path)
    assert done.returncode == 5, done.stderr
    assert words in done.stderr
    assert str(tmp_path / "acs2018/psam_p06.csv") in done.stderr
    assert not list(tmp_path.rglob("*.*"))
