//! retriever
