import { layer } from "@namewright/adapters-sqlite"
import { registryContract } from "@namewright/conformance"
import { Layer } from "effect"
import { simulatorUnderTest } from "./simulatedRegistries.ts"

registryContract("simulator on sqlite", simulatorUnderTest.pipe(Layer.provide(layer({ filename: ":memory:" }))))
