export { MemoryZones, nameOf, type WrittenRrset, type WrittenZone } from "@namewright/conformance"
