import { Layer, Predicate } from "effect"
import { ExternalRegistrar } from "../domains/index.ts"
import { registrarDriverProblems, Registrars, simulatedRegistrar } from "../registrars/index.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"

const known: ReadonlyArray<string> = ExternalRegistrar.literals

/** Problems of the option `registrars`. */
export const registrarsProblems = (option: unknown): ReadonlyArray<string> =>
  Predicate.isObject(option) && !Array.isArray(option)
    ? Object.entries(option).flatMap(([registrar, driver]) =>
      known.includes(registrar)
        ? registrarDriverProblems(driver).map((problem) => `.${registrar}: ${problem}`)
        : [`.${registrar}: expected one of ${known.join(", ")}`]
    )
    : ["expected { OPENSRS: defineRegistrar({ ... }) }"]

/** The external registrars of the option. Those without a driver are simulated in a sandbox, and unknown in production. */
export const registrarsLayer = ({ environment, registrars = {} }: PlatformOptions): Layer.Layer<Registrars> =>
  Layer.sync(
    Registrars,
    () => Registrars.make(registrars, environment === "production" ? undefined : simulatedRegistrar())
  )
