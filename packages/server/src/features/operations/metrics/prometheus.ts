import prometheus from 'prom-client';

// It is CommonJS, so in the bundle only its default export exists.
export { prometheus };

/** Upper bounds in seconds: from reading a row to cutting off a slow sender. */
export const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
