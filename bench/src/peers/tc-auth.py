"""tc_auth as its documentation sets it up, on SQLite. With PEER_BCRYPT_COST, passwords are hashed at that cost.

`python server.py HASH PASSWORD SECONDS` verifies a hash again and again, and prints the processor time of each in
milliseconds.
"""

import functools
import os
import sys
import time

import bcrypt

if __name__ == "__main__":
    stored, password, seconds = sys.argv[1:]
    start, end, done = time.process_time(), time.monotonic() + float(seconds), 0
    while time.monotonic() < end:
        assert bcrypt.checkpw(password.encode(), stored.encode())
        done += 1
    print((time.process_time() - start) * 1000 / done, end="")
    sys.exit()

if "PEER_BCRYPT_COST" in os.environ:
    bcrypt.gensalt = functools.partial(bcrypt.gensalt, rounds=int(os.environ["PEER_BCRYPT_COST"]))

from fastapi import FastAPI
from sqlalchemy import create_engine, event
from tc_auth import Auth

engine = create_engine(f"sqlite:///{os.environ['PEER_FILE']}")


@event.listens_for(engine, "connect")
def set_pragmas(connection, _record):
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")


auth = Auth(engine=engine)
auth.jwt.config(
    secret_key="a secret of the benchmark, of the length that is asked for",
    algorithm="HS256",
    session_duration_days=7,
    dual_token_mode="PEER_REFRESH" in os.environ,
)
app = FastAPI()
auth.include_routes(app)
auth.init()


@app.get("/health")
def health():
    return {}
