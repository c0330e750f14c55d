"""The page without a server: a folder for any static host, in which a worker of the browser runs the jobs."""
