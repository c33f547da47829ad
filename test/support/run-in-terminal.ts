/** Runs a command in a pseudo-terminal of python3, and answers its prompts. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";

/**
 * When the regular expression `seen` matches the screen, resizes the terminal, and types `answer`. If `answer` is `SIGTERM`, sends this signal to the
 * command instead.
 */
export interface Answer {
  readonly seen: string;
  readonly answer: string;
  /** The new size of the terminal, which is resized first. Omitted if the size stays the same. */
  readonly size?: Size;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Session {
  readonly code: number | null;
  /** The output with control sequences. */
  readonly screen: string;
  /** The output before each answer. */
  readonly untilAnswers: readonly string[];
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Defaults to 80 columns and 40 rows. */
  readonly size?: Size;
}

const script = `
import fcntl, json, os, pty, re, select, signal, struct, sys, termios, time
answers, command, size = (json.loads(text) for text in sys.argv[1:4])
pid, terminal = pty.fork()
if pid == 0:
    os.close(3)
    os.execvp(command[0], command)
def resize(size):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size["rows"], size["columns"], 0, 0))
resize(size)
screen, seen, lengths, end = b"", 0, [], time.time() + 50
def read(seconds):
    global screen
    if not select.select([terminal], [], [], seconds)[0]:
        return True
    try:
        data = os.read(terminal, 65536)
    except OSError:
        return False
    screen += data
    return data != b""
while time.time() < end:
    if not read(0.1):
        break
    if answers and re.search(answers[0]["seen"].encode(), screen[seen:]):
        seen, step = len(screen), answers.pop(0)
        answer = step["answer"]
        quiet = time.time() + 0.2
        while time.time() < quiet and read(max(0, quiet - time.time())):
            pass
        lengths.append(len(screen))
        if "size" in step:
            resize(step["size"])
        if answer == "SIGTERM":
            os.kill(pid, signal.SIGTERM)
        else:
            os.write(terminal, answer.encode())
else:
    os.kill(pid, signal.SIGKILL)
status = os.waitpid(pid, 0)[1]
sys.stdout.buffer.write(screen)
os.write(3, json.dumps(lengths).encode())
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 99)
`;

/** Returns the path of python3, or undefined if it is missing. Tests then have no terminal. */
export function findPython(): string | undefined {
  const found = spawnSync("python3", ["-c", "import pty, sys; print(sys.executable)"], { encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

export async function runInTerminal(
  python: string,
  command: readonly string[],
  answers: readonly Answer[],
  { size = { columns: 80, rows: 40 }, ...options }: TerminalOptions,
): Promise<Session> {
  const args = ["-c", script, ...[answers, command, size].map((argument) => JSON.stringify(argument))];
  const child = spawn(python, args, { ...options, stdio: ["ignore", "pipe", "inherit", "pipe"] });
  const [output, lengths] = [collected(child.stdio[1]), collected(child.stdio[3])];
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const screen = output();
  const untilAnswers = (JSON.parse(lengths().toString() || "[]") as readonly number[]).map((length) =>
    screen.subarray(0, length).toString("utf8"),
  );
  return { code, screen: screen.toString("utf8"), untilAnswers };
}

function collected(stream: ChildProcess["stdio"][number] | undefined): () => Buffer {
  const chunks: Buffer[] = [];
  stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}

/** Skips the enclosing suite with a message if python3 is missing. Returns the path of python3. */
export function requireTerminal(): string {
  const python = findPython();
  before(function () {
    if (python !== undefined) return;
    process.stderr.write("    skipped: python3, which provides the terminal, is not on the PATH\n");
    this.skip();
  });
  return python ?? "";
}
