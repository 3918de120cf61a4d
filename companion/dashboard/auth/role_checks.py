"""Whether who is asking may ask, at every address."""

from __future__ import annotations

from flask import Flask, request

from companion.dashboard.auth.access import check_role
from companion.dashboard.auth.roles import DEVICE, ENDPOINTS
from companion.dashboard.tournaments.device_tokens import this_device


def check_roles(app: Flask) -> None:
    """Refuses what somebody may not do, at every address."""

    @app.before_request
    def check() -> None:
        if request.endpoint is None:
            return
        rule = ENDPOINTS[request.endpoint]
        if rule == DEVICE:
            this_device((request.view_args or {})["tournament"])
        else:
            check_role(rule)
