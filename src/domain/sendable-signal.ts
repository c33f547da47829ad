/** Returns a signal that a process can send to itself to end as by `signal`. Windows cannot send the signals of its console. */
export function sendableSignal(signal: NodeJS.Signals, platform: NodeJS.Platform): NodeJS.Signals {
  return platform === "win32" ? "SIGTERM" : signal;
}
