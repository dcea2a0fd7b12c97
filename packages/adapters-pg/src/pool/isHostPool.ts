import { Predicate } from "effect"
import type { HostPool } from "./HostPool.ts"

export const isHostPool = (value: unknown): value is HostPool =>
  Predicate.hasProperty(value, "connect") && Predicate.isFunction(value.connect)
