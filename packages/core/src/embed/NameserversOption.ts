import { Layer, Predicate } from "effect"
import { layerNameserverDrivers, type NameserverDriver, Nameservers } from "../dns/index.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"

const isNameserver = (value: unknown): value is NameserverDriver =>
  Predicate.isObject(value) && Predicate.isString(value["name"]) && "nameserver" in value

/** Problems of the option `nameservers`. */
export const nameserversProblems = (option: unknown): ReadonlyArray<string> => {
  if (Layer.isLayer(option)) return []
  if (!Array.isArray(option)) {
    return [
      "expected a list of drivers of defineNameserver, or a layer such as embeddedNameserver of @namewright/nameservers"
    ]
  }
  const drivers: ReadonlyArray<unknown> = option
  const names = drivers.flatMap((driver) => isNameserver(driver) ? [driver.name] : [])
  return [
    ...drivers.flatMap((driver, index) =>
      isNameserver(driver) ? [] : [`.${index}: expected a driver of defineNameserver({ ... })`]
    ),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) =>
      `two nameservers have the name ${name}`
    )
  ]
}

/** The nameservers of the option. */
export const nameserversLayer = (option: PlatformOptions["nameservers"]) =>
  option === undefined
    ? Nameservers.layerNone
    : isList(option)
    ? layerNameserverDrivers(option)
    : option

const isList = (option: NonNullable<PlatformOptions["nameservers"]>): option is ReadonlyArray<NameserverDriver> =>
  Array.isArray(option)
