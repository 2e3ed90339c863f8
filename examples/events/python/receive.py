# pip install standardwebhooks
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
handled = set()  # in production: a table of your database


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            event = webhook.verify(body, dict(self.headers))
        except WebhookVerificationError:
            return self.answer(400)
        if event["id"] not in handled:
            print(event["type"], event["id"], flush=True)
            handled.add(event["id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Receiver)
    print(f"Listening on {server.server_port}", flush=True)
    server.serve_forever()
