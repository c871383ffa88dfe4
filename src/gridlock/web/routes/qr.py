"""To be written."""

from fastapi import APIRouter

__all__ = ["router"]

router = APIRouter()
