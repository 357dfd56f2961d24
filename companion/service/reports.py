"""How the devices are, in numbers, for the health resource."""

from __future__ import annotations

from companion.devices.ports import Counting, InputPort
from companion.devices.supervisor import SupervisedInput
from companion.service.plate import PlatePort
from companion.service.resources import DeviceReport

__all__ = ["reported", "reported_input"]


def reported(plate: PlatePort) -> DeviceReport:
    """The plate, with what its samples show."""
    health, measured = plate.health(), plate.meter.measured()
    return DeviceReport(
        device=health.device,
        kind=health.kind,
        state=health.state,
        code=health.code,
        node=plate.node,
        others=plate.others,
        age_ms=None if measured.age_s is None else round(measured.age_s * 1000.0),
        sps=measured.sps,
        noise=list(measured.noise),
        drift_per_min=None if measured.drift_per_min is None else list(measured.drift_per_min),
        counts=dict(plate.counters()),
    )


def reported_input(port: InputPort) -> DeviceReport:
    """A die or buttons."""
    health = port.health()
    node = port.node if isinstance(port, SupervisedInput) else port.name
    counts = dict(port.counters()) if isinstance(port, Counting) else {}
    return DeviceReport(device=health.device, kind=health.kind, state=health.state, code=health.code, node=node, counts=counts)
