"""The addresses of the web app, by the job behind them."""
