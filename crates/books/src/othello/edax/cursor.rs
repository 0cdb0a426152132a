use super::{EdaxError, Field};

/// Reads bytes and counts them.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pub offset: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    pub fn is_at_end(&self) -> bool {
        self.offset == self.bytes.len()
    }

    /// The next `N` bytes, which belong to `field`.
    pub fn take<const N: usize>(&mut self, field: Field) -> Result<[u8; N], EdaxError> {
        let rest = self.bytes.get(self.offset..).unwrap_or_default();
        let &taken = rest.first_chunk().ok_or(EdaxError::Short {
            offset: self.offset,
            field,
        })?;
        self.offset += N;
        Ok(taken)
    }

    pub fn u8(&mut self, field: Field) -> Result<u8, EdaxError> {
        self.take(field).map(u8::from_le_bytes)
    }

    pub fn u16(&mut self, field: Field) -> Result<u16, EdaxError> {
        self.take(field).map(u16::from_le_bytes)
    }

    pub fn u32(&mut self, field: Field) -> Result<u32, EdaxError> {
        self.take(field).map(u32::from_le_bytes)
    }

    pub fn u64(&mut self, field: Field) -> Result<u64, EdaxError> {
        self.take(field).map(u64::from_le_bytes)
    }
}
