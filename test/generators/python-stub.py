"""Runs programs with stub modules that only note how resources are made; reads a JSON list of codes, writes their registrations."""

import json
import sys
import types
import warnings


class Output:
    """An output that knows nothing but the way to it."""

    def __init__(self, path):
        self.__dict__["path"] = path

    def __getattr__(self, name):
        return Output([*self.path, name])

    def __getitem__(self, key):
        return Output([*self.path, str(key)])

    def __str__(self):
        return f"<<{'|'.join(self.path)}>>"


class Module(types.ModuleType):
    """A namespace of namespaces; a capital name is a class, whose instances are outputs."""

    def __init__(self, path, note):
        super().__init__(path)
        self.__dict__.update(path=path, note=note)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        path = f"{self.path}.{name}" if self.path else name
        return make(path, self.note) if name[0].isupper() else Module(path, self.note)


def make(path, note):
    def construct(name, **inputs):
        note(path, name, inputs)
        return Output([path])

    return construct


def data(value):
    if isinstance(value, dict):
        return {"entries": [[key, data(inner)] for key, inner in value.items()]}
    if isinstance(value, list):
        return [data(inner) for inner in value]
    return str(value) if isinstance(value, Output) else value


def run(code):
    made = []
    core = types.ModuleType("pulumi")
    core.Output = types.SimpleNamespace(
        concat=lambda *parts: "".join(str(part) for part in parts),
        json_dumps=lambda value, **options: json.dumps(value, default=str, **options),
    )
    sys.modules["pulumi"] = core
    sys.modules["pulumi_sim"] = Module("", lambda *facts: made.append(facts))
    exec(compile(code, "__main__.py", "exec"), {})
    return [{"type": path, "name": name, "inputs": data(inputs)} for path, name, inputs in made]


# Python only warns about unknown escapes.
warnings.simplefilter("error")
codes = json.loads(sys.stdin.buffer.read())
sys.stdout.buffer.write(json.dumps([run(code) for code in codes]).encode())
