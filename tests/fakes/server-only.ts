// Under vitest there is no react-server condition; the real package would throw on import.
export {};
