# pip install pyjwt cryptography
import json
import os
import threading
import time
import urllib.parse
import urllib.request
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt

URL = os.environ.get("AUTH_URL", "http://127.0.0.1:4000")
LONGEST = 15 * 60  # seconds that an access token lives, in dual-token mode
MARGIN = 60  # seconds that clocks may differ by
MAX_STALE = 60

keys = jwt.PyJWKClient(f"{URL}/.well-known/jwks.json", lifespan=60)
ended = {}  # session: when it ended
busy = {}  # account: until when its sessions ended in an event that names only the first
state = {"all_before": 0, "checked_at": 0}


def ask(path):
    headers = {"authorization": f"Bearer {os.environ['AUTH_KEY']}"}
    request = urllib.request.Request(f"{URL}/auth/{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=40) as answer:
        return json.load(answer)


def seconds(text):
    return datetime.fromisoformat(text.rstrip("Z")).replace(tzinfo=timezone.utc).timestamp()


def follow():
    since = datetime.fromtimestamp(time.time() - LONGEST - 2 * MARGIN, timezone.utc)
    types = [("type", "session.ended"), ("type", "sessions.ended_by_superadmin")]
    place = [("since", since.strftime("%Y-%m-%dT%H:%M:%SZ")), ("order", "asc")]
    while True:
        try:
            page = ask("event?" + urllib.parse.urlencode(types + place))
        except OSError:
            time.sleep(1)
            continue
        for event in page["events"]:
            if event["type"] == "session.ended":
                session = event["data"]["session"]
                ended[session["id"]] = seconds(event["timestamp"])
                if "count" in event["data"]:
                    busy[session["account_id"]] = seconds(event["timestamp"]) + 60
            else:
                state["all_before"] = seconds(event["data"]["all_before"])
        place = [("after", page["cursor"]), ("wait", 20)]
        if not page["has_more"]:
            state["checked_at"] = time.time()
            for session, at in list(ended.items()):
                if at + LONGEST + MARGIN < time.time():
                    del ended[session]


def verify(token):
    """The claims of a token. Raises jwt.InvalidTokenError for one that is not good."""
    if time.time() - state["checked_at"] > MAX_STALE:
        raise jwt.InvalidTokenError("the list of ended sessions is too old")
    key = keys.get_signing_key_from_jwt(token)
    claims = jwt.decode(token, key, algorithms=["RS256", "ES256", "EdDSA"], options={"require": ["exp", "iat"]})
    all_before = max(state["all_before"], busy.get(claims["aid"], 0))
    if claims["type"] != "access" or claims["sid"] in ended or claims["iat"] < all_before:
        raise jwt.InvalidTokenError("the session has ended")
    return claims


class Orders(BaseHTTPRequestHandler):
    def do_GET(self):
        try:
            claims = verify(self.headers.get("authorization", "").removeprefix("Bearer "))
        except jwt.PyJWTError as error:
            return self.answer(401, {"message": str(error)})
        self.answer(200, {"of": claims["aid"]})

    def answer(self, status, body):
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    threading.Thread(target=follow, daemon=True).start()
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Orders)
    print(f"Listening on {server.server_port}", flush=True)
    server.serve_forever()
