// Preloaded into the dashboard's process: when the program that started it is gone, so is the reason to serve.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();
