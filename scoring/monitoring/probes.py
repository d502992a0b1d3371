"""Answer load balancers and monitors, before hosts and TLS are checked."""

from collections.abc import Callable
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse

from scoring.monitoring.health import OK, readiness
from scoring.monitoring.metrics import may_scrape, scrape

Answer = Callable[[HttpRequest], HttpResponse]


class ProbeMiddleware:
    """Answer the addresses below at any host, also by an IP address and without TLS.

    They come before every other middleware, because a load balancer knows neither the name of
    the site nor its certificate."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        if probe is None:
            return self.get_response(request)
        response = probe(request)
        response["Cache-Control"] = "no-store"
        return response


def live(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer as long as the process does; a database that is down is no reason to restart it."""
    return JsonResponse({"status": OK})


def ready(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    state = readiness()
    return JsonResponse(asdict(state), status=200 if state.is_ready else 503)


def metrics(request: HttpRequest) -> HttpResponse:
    return scrape() if may_scrape(request) else HttpResponseNotFound()


PROBES: dict[str, Answer] = {
    "/health/live": live,
    "/health/ready": ready,
    "/metrics": metrics,
}
