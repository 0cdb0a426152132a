use crate::error::ToolError;
use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use search::Control;
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::spawn_blocking;

/// What the work of a call has at hand: what stops it, and where it reports.
pub(crate) struct Hand {
    /// Stopped when the client cancels the call, or is gone.
    pub control: Control,
    reports: mpsc::Sender<String>,
}

impl Hand {
    /// Reports progress in words. A report that comes before the last one is sent is dropped.
    pub fn report(&self, text: String) {
        let _ = self.reports.try_send(text);
    }

    /// Checks that the client still waits for an answer.
    pub fn check(&self) -> Result<(), ToolError> {
        if self.control.is_stopped() {
            Err(ToolError::Cancelled)
        } else {
            Ok(())
        }
    }
}

/// Stops the work of a call whose future is dropped: the connection is closed.
struct StopOnDrop(Control);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Does `work` on a thread that may block, and passes its reports on. A panic is an error of this
/// call alone.
pub(crate) async fn run<T: Send + 'static>(
    context: RequestContext<RoleServer>,
    work: impl FnOnce(&Hand) -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    let control = Control::default();
    let _stop = StopOnDrop(control.clone());
    let (reports, mut told) = mpsc::channel(1);
    let hand = Hand {
        control: control.clone(),
        reports,
    };
    let token = context.meta.get_progress_token();
    let mut count = 0.0;
    let mut task = spawn_blocking(move || work(&hand));
    loop {
        tokio::select! {
            done = &mut task => return done.unwrap_or(Err(ToolError::Panicked)),
            () = context.ct.cancelled(), if !control.is_stopped() => control.stop(),
            Some(text) = told.recv() => {
                let Some(token) = token.clone() else { continue };
                count += 1.0;
                let progress = ProgressNotificationParam::new(token, count).with_message(text);
                // If the client is gone, the call is cancelled as well.
                let _ = context.peer.notify_progress(progress).await;
            }
        }
    }
}

/// The same for work that searches: it waits until one of the `places` is free.
pub(crate) async fn run_in_turn<T: Send + 'static>(
    places: Arc<Semaphore>,
    context: RequestContext<RoleServer>,
    work: impl FnOnce(&Hand) -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    let place = tokio::select! {
        // It is never closed.
        place = places.acquire_owned() => place.map_err(|_| ToolError::Cancelled)?,
        () = context.ct.cancelled() => return Err(ToolError::Cancelled),
    };
    run(context, move |hand| {
        let _place = place;
        work(hand)
    })
    .await
}
