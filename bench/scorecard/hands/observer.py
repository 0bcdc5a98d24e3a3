"""Prints every input event of a desktop: the server's milliseconds, its X type, and the keycode, button or x."""

from Xlib import X, display
from Xlib.ext import record
from Xlib.protocol import rq

KINDS = {
    "core_requests": (0, 0), "core_replies": (0, 0), "ext_requests": (0, 0, 0, 0), "ext_replies": (0, 0, 0, 0),
    "delivered_events": (0, 0), "device_events": (X.KeyPress, X.MotionNotify), "errors": (0, 0),
    "client_started": False, "client_died": False,
}  # fmt: skip


def main() -> None:
    data = display.Display()
    context = data.record_create_context(0, [record.AllClients], [KINDS])
    data.sync()

    def tell(reply: rq.Struct) -> None:
        rest = reply.data if reply.category == record.FromServer else b""
        while rest:
            event, rest = rq.EventField("event").parse_binary_value(rest, data.display, None, None)
            detail = event.root_x if event.type == X.MotionNotify else event.detail
            print(event.time, event.type, detail, flush=True)

    print("ready", flush=True)
    data.record_enable_context(context, tell)


if __name__ == "__main__":
    main()
