import { describe, expectTypeOf, it } from "@effect/vitest"
import type { CallOptions, Platform, PlatformError, PlatformErrorOf } from "@namewright/core/embed"
import type { Event, EventNotFound } from "@namewright/core/events"
import type { Page } from "@namewright/core/shared"

type Calls = ReturnType<Platform["as"]>

describe("the types of promise calls", () => {
  it("take plain text for ids, and options last", () => {
    expectTypeOf<Calls["events"]["get"]>().parameters.toEqualTypeOf<[id: string, options?: CallOptions]>()
    expectTypeOf<Calls["events"]["get"]>().returns.toEqualTypeOf<Promise<Event>>()
    expectTypeOf<Calls["events"]["list"]>().returns.toEqualTypeOf<Promise<Page<Event>>>()
  })

  it("know every error, by its code", () => {
    expectTypeOf<PlatformErrorOf<"ERROR_EVENT_NOT_FOUND">>().toEqualTypeOf<EventNotFound>()
    expectTypeOf<EventNotFound>().toExtend<PlatformError>()
  })
})
