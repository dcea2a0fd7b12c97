import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Socket } from "node:net"
import { Deadlines } from "../../src/transport/Deadlines.ts"
import { standardTcpLimits } from "../../src/transport/TcpLimits.ts"

/** A socket whose client takes what a test says. */
const socketOfTest = () => {
  const state = { written: 0, taken: 0 }
  const socket = new Socket()
  Object.defineProperty(socket, "bytesWritten", { get: () => state.written })
  Object.defineProperty(socket, "writableLength", { get: () => state.written - state.taken })
  return { socket, state }
}

const started = (limits = { read: 1000, write: 1000 }) => {
  const { socket, state } = socketOfTest()
  const deadlines = new Deadlines(socket, limits)
  const send = (octets: number) => {
    state.written += octets
    deadlines.sent()
  }
  return { socket, state, deadlines, send }
}

describe("deadlines of a connection", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("end it when the client does not read what was sent", () => {
    const { send, socket, state } = started()
    send(100)
    state.taken = 99
    vi.advanceTimersByTime(999)
    assert.isFalse(socket.destroyed)
    vi.advanceTimersByTime(1)
    assert.isTrue(socket.destroyed)
  })

  it.each(["read", "write"])("end it after 10 seconds by default: %s", (limit) => {
    const { deadlines, send, socket } = started(standardTcpLimits)
    if (limit === "read") deadlines.expect()
    else send(1)
    vi.advanceTimersByTime(9999)
    assert.isFalse(socket.destroyed)
    vi.advanceTimersByTime(1)
    assert.isTrue(socket.destroyed)
  })

  it("keep it for a client that reads in time, even if data is always pending", () => {
    const { send, socket, state } = started()
    for (let second = 0; second < 100; second++) {
      send(100)
      vi.advanceTimersByTime(500)
      send(100)
      state.taken = state.written - 100
      vi.advanceTimersByTime(500)
    }
    assert.isFalse(socket.destroyed)
    vi.advanceTimersByTime(2000)
    assert.isTrue(socket.destroyed)
  })

  it("end it when an awaited message does not arrive, counted from the begin of the wait", () => {
    const { deadlines, socket } = started()
    deadlines.expect()
    vi.advanceTimersByTime(600)
    deadlines.expect()
    vi.advanceTimersByTime(399)
    assert.isFalse(socket.destroyed)
    vi.advanceTimersByTime(1)
    assert.isTrue(socket.destroyed)
  })

  it("keep it when the message arrives in time", () => {
    const { deadlines, socket } = started()
    deadlines.expect()
    vi.advanceTimersByTime(999)
    deadlines.arrived()
    vi.advanceTimersByTime(10_000)
    assert.isFalse(socket.destroyed)
  })
})
